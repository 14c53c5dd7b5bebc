/** Saves a file to the reader's device. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content)
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  // The browser has started reading by then.
  setTimeout(() => URL.revokeObjectURL(url), 1_000)
}
