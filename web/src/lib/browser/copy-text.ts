/** Copies a text, and says whether it could. Browsers have a clipboard on https and on loopback only; elsewhere the page copies as a user does. */
export async function copyText(text: string): Promise<boolean> {
  const clipboard = navigator.clipboard as Clipboard | undefined
  if (clipboard) {
    const isDone = await clipboard.writeText(text).then(
      () => true,
      () => false,
    )
    if (isDone) return true
  }
  return copyAsUser(text)
}

function copyAsUser(text: string): boolean {
  const fill = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
  }
  document.addEventListener('copy', fill)
  try {
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    document.removeEventListener('copy', fill)
  }
}
