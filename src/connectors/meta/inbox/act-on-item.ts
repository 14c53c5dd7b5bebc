import { ownFailure } from '#connectors/api/json-api.ts'
import { itemMissing } from '#connectors/verdicts/verdicts.ts'
import { isGraphError } from './walk.ts'

interface OnItem {
  /** Makes the change. */
  readonly act: () => Promise<unknown>
  /** Reads the item. */
  readonly read: () => Promise<unknown>
  /** True if nothing is left to do once the item is gone. */
  readonly mayBeGone: boolean
}

/**
 * Changes an item. Meta's networks answer the same for an item that is gone and one that the app may not change, so the
 * item is then read: only if that fails, too, it is gone.
 */
export async function actOnItem({ act, read, mayBeGone }: OnItem): Promise<void> {
  try {
    await act()
  } catch (error) {
    if (!isGraphError(error, isMissing) || (await isThere(read))) throw error
    if (!mayBeGone) throw ownFailure(itemMissing)
  }
}

async function isThere(read: OnItem['read']): Promise<boolean> {
  try {
    await read()
    return true
  } catch (error) {
    if (isGraphError(error, isMissing)) return false
    throw error
  }
}

const isMissing = (code: number): boolean => code === 100 || code === 24
