const key = 'posthorn.undo-seconds'

/** Seconds for which a post that is published at once may wait, so that it can be taken back. */
export const undoChoices = [0, 5, 10, 20] as const

export function readUndoSeconds(): number {
  const kept = Number(localStorage.getItem(key))
  return undoChoices.find((seconds) => seconds === kept) ?? 0
}

export const keepUndoSeconds = (seconds: number): void => localStorage.setItem(key, String(seconds))
