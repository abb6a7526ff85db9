import freedPlace from "./freed-place.svg";
import frontDoor from "./front-door.svg";
import goldenKey from "./golden-key.svg";
import hourglass from "./hourglass.svg";
import letter from "./letter.svg";
import lightsOut from "./lights-out.svg";
import lostOrnament from "./lost-ornament.svg";

/** A picture above a title. Screen readers skip it. */
const picture =
  (file: string, width = 160, height = 128, className = "o-small-picture") =>
  () => <img className={className} src={file} width={width} height={height} alt="" />;

/** A lit front door with a wreath, for the sign-in screen. */
export const FrontDoor = picture(frontDoor);

/** A golden key on a berry ribbon, for the screens of a new password. */
export const GoldenKey = picture(goldenKey);

/** An hourglass whose snow has run out, for a link that has expired. */
export const Hourglass = picture(hourglass);

/** A letter with a seal, for the screens about a mail. */
export const Letter = picture(letter);

/** A bough with two ornaments and, between them, a place that is free. */
export const FreedPlace = picture(freedPlace, 200, 158, "o-freed-place");

/** An ornament that has rolled away from its tree. */
export const LostOrnament = picture(lostOrnament, 460, 230, "o-lost");

/** A string of lights, one of which is out. */
export const LightsOut = picture(lightsOut, 460, 150, "o-lost");
