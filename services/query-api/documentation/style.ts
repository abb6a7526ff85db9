/** The style of the page. It uses the fonts of the reader's system, because the page loads nothing. */
export const style = `
:root{--ground:#fbf8f1;--raised:#fff;--text:#14211f;--soft:#4d5b58;--line:#d9d2c2;--link:#12302a;--code:#efe9dc}
@media screen and (prefers-color-scheme:dark){:root{--ground:#0b1b2b;--raised:#12283c;--text:#fbf8f1;--soft:#b9c4c8;--line:#2c465b;--link:#e7b75f;--code:#193349}}
*{box-sizing:border-box}
html{scroll-padding-top:1rem}
body{margin:0;padding:1rem;background:var(--ground);color:var(--text);font:1rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:anywhere}
header,nav,main{max-width:56rem;margin:0 auto}
h1,h2,h3,h4{line-height:1.2;margin:2rem 0 .5rem}
h1{margin-top:.5rem}
h2{padding-top:1rem;border-top:1px solid var(--line)}
h3{font-size:1.05rem}
h4,summary{font-size:.95rem;font-weight:600;margin:1rem 0 .25rem}
h3 span{color:var(--soft);font-weight:400}
p{margin:.5rem 0;max-width:46rem}
a{color:var(--link)}
a:focus-visible,summary:focus-visible,.wide:focus-visible{outline:3px solid var(--link);outline-offset:2px}
:target{outline:3px solid var(--link);outline-offset:4px}
code{background:var(--code);border-radius:.25rem;padding:.1em .3em;font:.9em/1.4 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
ul,ol{padding-left:1.5rem;margin:.5rem 0}
nav ul{list-style:none;padding:0}
nav a,summary{display:inline-block;padding:.25rem 0}
summary{cursor:pointer}
details summary{display:list-item;margin:.25rem 0 .25rem 1.1rem}
table{overflow-wrap:normal}
.operation,.error{background:var(--raised);border:1px solid var(--line);border-radius:.75rem;padding:0 1rem 1rem;margin:1rem 0}
.operation h3,.error h3{margin-top:1rem}
.soft{color:var(--soft)}
.wide{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.9rem}
th,td{text-align:left;vertical-align:top;padding:.35rem .75rem .35rem 0;border-bottom:1px solid var(--line)}
@media (max-width:40rem){thead{position:absolute;clip-path:inset(50%)}tr{display:block;padding:.4rem 0;border-bottom:1px solid var(--line)}td{display:block;border:0;padding:.1rem 0}td:empty{display:none}table{overflow-wrap:anywhere}}
@media (min-width:40.01rem){td:first-child code{white-space:nowrap}}
@media (min-width:70rem){body{display:grid;grid-template-columns:17rem minmax(0,56rem);justify-content:center;gap:0 2.5rem}header{grid-column:1/-1;width:100%;max-width:75.5rem}main,nav{margin:0}nav{position:sticky;top:0;max-height:100vh;overflow-y:auto;align-self:start}nav h2{border:0;margin-top:0}main>h2:first-of-type{border:0}}
@media print{:root{color-scheme:light;background:#fff}nav{display:none}:target{outline:0}body{display:block;padding:0;background:none;color:#000;font-size:9.5pt}.operation,.error{border:0;padding:0;background:none}h3,h4{break-after:avoid}tr{break-inside:avoid}details::details-content{content-visibility:visible;display:block}}
`;
