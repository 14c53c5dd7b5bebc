/**
 * The script of pages that update automatically. It requests its own page again, usually gets a 304, and changes only
 * what differs, so that scroll position, open rows and unsubmitted text are kept. It also names the files that a form
 * will send.
 */
export const followScript = `
const everyMs = 1000
let tag = ''
const keyOf = (node) => (node.nodeType === 1 && (node.getAttribute('id') || node.getAttribute('data-key'))) || ''
function alter(from, to) {
  if (from.nodeType !== 1) { if (from.data !== to.data) from.data = to.data; return }
  for (const { name, value } of to.attributes) if (name !== 'open' && from.getAttribute(name) !== value) from.setAttribute(name, value)
  for (const { name } of [...from.attributes]) if (name !== 'open' && !to.hasAttribute(name)) from.removeAttribute(name)
  const keyed = new Map([...from.children].filter(keyOf).map((child) => [keyOf(child), child]))
  let at = from.firstChild
  for (const child of [...to.childNodes]) {
    const key = keyOf(child)
    const isLike = at && !keyOf(at) && at.nodeName === child.nodeName
    const same = key ? keyed.get(key) : isLike ? at : null
    if (!same) {
      const come = document.importNode(child, true)
      if (key) come.classList.add('came')
      from.insertBefore(come, at)
      continue
    }
    if (same === at) at = at.nextSibling
    else from.insertBefore(same, at)
    alter(same, child)
  }
  while (at) { const next = at.nextSibling; at.remove(); at = next }
}
async function look() {
  const answer = await fetch(location.href, { headers: { 'if-none-match': tag } })
  if (!answer.ok) return
  tag = answer.headers.get('etag')
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html')
  for (const from of document.querySelectorAll('[data-live]')) {
    const to = fresh.getElementById(from.id)
    if (to) alter(from, to)
  }
}
async function follow() {
  if (!document.hidden && !document.querySelector('#follow:not(:checked)')) await look().catch(() => {})
  setTimeout(follow, everyMs)
}
setTimeout(follow, everyMs)
document.addEventListener('change', ({ target }) => {
  const names = target.closest?.('.files')?.querySelector('output')
  if (names) names.textContent = [...target.files].map((file) => file.name).join(', ')
})`
