/** Lets the browser save a file, with the server's name for it or else with `fallbackName`. */
export function saveFile(file: File, fallbackName: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = file.name || fallbackName;
  document.body.append(link);
  link.click();
  link.remove();
  // Later, because the browser must first have started to read it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
