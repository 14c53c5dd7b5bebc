/**
 * Copies a text. Returns whether this succeeded. Browsers have a clipboard API only on HTTPS and loopback; elsewhere
 * the page runs the copy command.
 */
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
