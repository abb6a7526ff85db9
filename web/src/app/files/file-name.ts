/** The file name of a Content-Disposition header, preferably in its UTF-8 form; undefined if it has none. */
export function proposedFileName(disposition: string | null): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? "")?.[1];
  const decoded = encoded && decode(encoded.trim());
  return decoded || /filename="([^"]*)"/i.exec(disposition ?? "")?.[1] || undefined;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
