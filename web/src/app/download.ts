/** Hands a file to the browser, under the server's name or else `otherwise`. */
export function saveFile(file: File, otherwise: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = file.name || otherwise;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser has to have begun reading it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
