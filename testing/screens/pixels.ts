import type { Locator, Page } from "playwright";

/** The pixels of a picture, row by row, as red, green and blue from 0 to 255. */
export type Pixels = readonly (readonly [number, number, number])[];

/** The pixels of a part of the window, in CSS pixels. The page itself decodes its picture. */
export async function pixelsAt(
  page: Page,
  clip: { x: number; y: number; width: number; height: number },
): Promise<Pixels> {
  const png = await page.screenshot({ clip, scale: "css" });
  const flat = await page.evaluate<number[]>(`(async () => {
    const bytes = Uint8Array.from(atob("${png.toString("base64")}"), (one) => one.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([bytes]));
    const canvas = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
    canvas.drawImage(picture, 0, 0);
    return [...canvas.getImageData(0, 0, picture.width, picture.height).data];
  })()`);
  return Array.from({ length: flat.length / 4 }, (_, index) => {
    const [red = 0, green = 0, blue = 0] = flat.slice(index * 4, index * 4 + 3);
    return [red, green, blue] as const;
  });
}

/** The pixels in the middle of an element, without its border. */
export async function pixelsInside(element: Locator): Promise<Pixels> {
  await element.scrollIntoViewIfNeeded();
  const box = await element.boundingBox();
  if (!box) throw new Error("The element is not drawn");
  const [x, y] = [box.x + box.width / 5, box.y + box.height / 5];
  return pixelsAt(element.page(), { x, y, width: (box.width * 3) / 5, height: (box.height * 3) / 5 });
}

const light = ([red, green, blue]: Pixels[number]) => {
  const linear = (part: number) => (part <= 10 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
};

/** The contrast of two colours as WCAG defines it, from 1 to 21. */
function contrastOf(one: Pixels[number], other: Pixels[number]): number {
  const [dark = 0, bright = 0] = [light(one), light(other)].sort((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}

/** The share of pixels that differ visibly from a colour, with a contrast of 3 or more. */
export const shareUnlike = (pixels: Pixels, ground: Pixels[number]): number =>
  pixels.filter((pixel) => contrastOf(pixel, ground) >= 3).length / pixels.length;
