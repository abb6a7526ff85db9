import treeline from "./treeline.svg";

/** Trees and a lit house at the bottom of every consumer screen, as decoration. */
export const Treeline = () => <img className="o-treeline" src={treeline} width="1440" height="320" alt="" />;
