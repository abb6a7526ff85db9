/** The style of the page. It uses the fonts of the reader's system, because the page loads nothing. */
export const style = `
:root{--ground:#fbf8f1;--raised:#fff;--text:#14211f;--soft:#4d5b58;--line:#d9d2c2;--link:#12302a}
@media screen and (prefers-color-scheme:dark){:root{--ground:#0b1b2b;--raised:#12283c;--text:#fbf8f1;--soft:#b9c4c8;--line:#2c465b;--link:#e7b75f}}
*{box-sizing:border-box}
body{margin:0;padding:1rem;background:var(--ground);color:var(--text);font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:anywhere}
header,nav,main{max-width:64rem;margin:0 auto}
.product{margin:0;color:var(--soft);font-weight:600}
h1,h2{line-height:1.2}
h1{font-size:1.6rem;margin:.25rem 0 1rem}
h2{font-size:1.2rem;margin:0 0 .5rem}
p{margin:.5rem 0;max-width:46rem}
a{color:var(--link)}
a:focus-visible{outline:3px solid var(--link);outline-offset:2px}
nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;list-style:none;padding:0;margin:1rem auto}
nav a{display:inline-block;padding:.25rem 0}
section{background:var(--raised);border:1px solid var(--line);border-radius:.75rem;padding:1rem;margin:1rem 0}
section ul{padding-left:1.25rem;margin:.5rem 0}
section li{margin:.35rem 0;max-width:46rem}
dl{margin:.5rem 0}
dl div{display:flex;flex-wrap:wrap;gap:0 1rem;padding:.2rem 0}
dt{flex:0 0 13rem;color:var(--soft)}
dd{flex:1 1 12rem;margin:0}
.none,small,caption{color:var(--soft)}
.warning{border:2px solid currentColor;border-radius:.5rem;padding:.5rem .75rem}
table{border-collapse:collapse;width:100%;font-size:.9em;font-variant-numeric:tabular-nums}
caption{text-align:left;padding-bottom:.25rem}
th,td{text-align:left;vertical-align:top;padding:.4rem .75rem .4rem 0;border-bottom:1px solid var(--line)}
th{border-bottom-width:2px}
@media (min-width:48.01rem){time,th{white-space:nowrap}td{min-width:5rem}}
@media print{td{min-width:3rem}}
@media screen and (max-width:48rem){
dt{flex-basis:100%}
table,caption,tbody,tr,td{display:block}
thead{position:absolute;clip-path:inset(50%)}
tr{padding:.6rem 0;border-bottom:1px solid var(--line)}
td{display:flex;gap:.75rem;border:0;padding:.15rem 0}
td.empty{display:none}
td::before{content:attr(data-label);flex:0 0 7rem;color:var(--soft)}
td>div{flex:1;min-width:0}
}
@media print{
:root{color-scheme:light;--line:#999;--soft:#333}
body{padding:0;background:none;color:#000;font-size:9.5pt}
nav{display:none}
section{border:0;border-radius:0;padding:0;background:none}
h2{break-after:avoid}
thead{display:table-header-group}
tr{break-inside:avoid}
a{color:inherit}
}
`;
