import type { Page } from 'playwright-core'

/** Reports how the focused element is hidden, or how its focus ring is cut. Empty if it is fully visible. */
const judge = `new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))).then(() => {
  const element = document.activeElement
  const box = element.getBoundingClientRect()
  // A field that only its label shows has no box.
  if (element === document.body || box.width < 2) return ''
  const { outlineOffset, outlineStyle, outlineWidth } = getComputedStyle(element)
  const name = element.tagName + ' ' + (element.ariaLabel ?? element.textContent).trim().slice(0, 40)
  const onTop = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
  const isCovered = !onTop || !(element.contains(onTop) || onTop.contains(element) || element.closest('label')?.contains(onTop))
  if (isCovered) return name + ' is covered by ' + (onTop?.className ?? 'the edge of the window')
  const ring = outlineStyle === 'none' ? 0 : parseFloat(outlineOffset) + parseFloat(outlineWidth)
  for (let around = element.parentElement; around && ring > 0; around = around.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(around)
    const frame = around.getBoundingClientRect()
    const isCutAside = overflowX !== 'visible' && (box.left - ring < frame.left || box.right + ring > frame.right)
    const isCutAbove = overflowY !== 'visible' && (box.top - ring < frame.top || box.bottom + ring > frame.bottom)
    if (isCutAside || isCutAbove) return 'the ring of ' + name + ' is cut by ' + around.tagName + ' ' + around.className
  }
  return ''
})`

export const findFocusFault = (page: Page): Promise<string> => page.evaluate<string>(judge)
