import { browserStore } from '#web/lib/browser/storage.ts'

const key = 'posthorn.undo-seconds'

/** Seconds for which a post that is published at once may wait, so that it can be taken back. */
export const undoChoices = [0, 5, 10, 20] as const

export function readUndoSeconds(): number {
  const kept = Number(browserStore.read(key))
  return undoChoices.find((seconds) => seconds === kept) ?? 0
}

export const keepUndoSeconds = (seconds: number): void => browserStore.write(key, String(seconds))
