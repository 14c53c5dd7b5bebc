// The service worker. It keeps the files of the application, so that it opens without a network, and takes what other
// apps share with it. It never keeps what the API answers.
const shell = `posthorn-shell${location.search}`
const loose = ['/', '/theme.js', '/old-browser.js', '/icon.svg', '/manifest.webmanifest']
/** The addresses whose document is the application. */
const pages = /^\/($|start$|device$|share$|auth\/|p\/)/
/** The fonts of other scripts are fetched when they are needed. */
const otherFonts = /\/inter-(?!latin-wght)/
/** Pages that are still open may need files of the release before. */
const releasesKept = 2

addEventListener('install', (event) => {
  // Calls of the API pass by the worker, where browsers can do that: it has nothing to add, and the last call of a page that is
  // left would be lost on its way through it.
  event.addRoutes?.({ condition: { urlPattern: { pathname: '/v1/*' } }, source: 'network' })
  event.waitUntil(keepFiles().then(() => skipWaiting()))
})
addEventListener('activate', (event) => event.waitUntil(dropOldFiles().then(() => clients.claim())))
addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== location.origin) return
  if (request.method === 'POST' && pathname === '/share') return event.respondWith(takeShared(request))
  if (request.method !== 'GET') return
  if (request.mode === 'navigate' && pages.test(pathname)) return event.respondWith(openPage(request))
  if (pathname.startsWith('/assets/') || (pathname !== '/' && loose.includes(pathname)))
    event.respondWith(openFile(request))
})

async function keepFiles() {
  const list = await (await fetch('/shell.json', { cache: 'no-cache' })).json()
  const built = Object.values(list).flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets])
  const paths = [...new Set(built)].map((path) => `/${path}`).filter((path) => !otherFonts.test(path))
  const cache = await caches.open(shell)
  await cache.addAll([...loose, ...paths])
}

async function dropOldFiles() {
  const names = (await caches.keys()).filter((name) => name.startsWith('posthorn-shell'))
  const old = names.filter((name) => name !== shell).slice(0, -(releasesKept - 1))
  await Promise.all(old.map((name) => caches.delete(name)))
}

/** The service's own document is always newer. The kept one says what is the matter, where the service cannot. */
async function openPage(request) {
  const answer = await fetch(request).catch(() => null)
  if (answer && answer.status < 500) return answer
  const kept = await (await caches.open(shell)).match('/')
  return kept ?? answer ?? Response.error()
}

/** A file whose name holds its content never changes. Others are asked for first. */
async function openFile(request) {
  if (!new URL(request.url).pathname.startsWith('/assets/'))
    return await fetch(request).catch(async () => (await caches.match(request)) ?? Response.error())
  return (await caches.match(request)) ?? (await fetch(request))
}

/**
 * Passes on what was shared. The page of /share shows it, and the user decides. A form of another website can send such a
 * request, too: where the browser names that site it is refused, and a share from the system names none. Browsers add
 * Sec-Fetch-Site after the worker, so most workers see the referrer alone.
 */
async function takeShared(request) {
  if (isFromElsewhere(request)) return Response.redirect('/share', 303)
  const form = await request.formData()
  const text = (name) => String(form.get(name) ?? '').trim()
  const files = form.getAll('files').filter((file) => file instanceof File && file.size > 0)
  const id = crypto.randomUUID()
  const item = { id, title: text('title'), text: text('text'), url: text('url'), files }
  await new Promise((resolve, reject) => {
    const opening = indexedDB.open('posthorn-shared', 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore('items', { keyPath: 'id' })
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const saving = opening.result.transaction('items', 'readwrite')
      // What was neither used nor discarded gives way.
      saving.objectStore('items').clear()
      saving.objectStore('items').put(item)
      saving.oncomplete = () => resolve(opening.result.close())
      saving.onerror = () => reject(saving.error)
    }
  })
  return Response.redirect(`/share?item=${id}`, 303)
}

function isFromElsewhere({ headers, referrer }) {
  const site = headers.get('sec-fetch-site')
  if (site !== null && site !== 'none' && site !== 'same-origin') return true
  return /^https?:/.test(referrer) && new URL(referrer).origin !== location.origin
}
