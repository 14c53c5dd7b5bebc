import { useKey } from '#web/lib/browser/use-key.ts'

/** The rows of every list of a page: those of labeled lists, and of tables that are marked as lists. */
const rows = 'main :is(ul[aria-label] > li, [role=listitem], tbody[data-rows] > tr)'

/**
 * Walks through the lists of a page: J and K move the focus to the next and previous row, Enter then opens it, and X
 * selects it. The focus is on the link or button that opens the row, or on the row itself. The walk begins at the row that
 * is open next to the list.
 */
export function useListKeys(): void {
  useKey({ j: () => walk(1), k: () => walk(-1), x: select })
}

function walk(step: 1 | -1): void {
  const all = [...document.querySelectorAll<HTMLElement>(rows)].filter(isWalked)
  const focused = all.findLastIndex((row) => row.contains(document.activeElement))
  const at = focused === -1 ? all.findIndex((row) => row.querySelector('a[aria-current=page]')) : focused
  const next = all[at === -1 ? 0 : at + step]
  if (next) focusRow(next)
}

/** Skips hidden rows, and lists inside a row. */
const isWalked = (row: HTMLElement): boolean => row.getClientRects().length > 0 && !row.parentElement?.closest(rows)

function focusRow(row: HTMLElement): void {
  const opener = row.querySelector<HTMLElement>('a[href], :scope > button')
  if (!opener) row.tabIndex = -1
  const target = opener ?? row
  target.focus({ preventScroll: true })
  row.scrollIntoView({ block: 'nearest' })
}

const select = (): void =>
  document.activeElement?.closest(rows)?.querySelector<HTMLInputElement>('input[type=checkbox]')?.click()
