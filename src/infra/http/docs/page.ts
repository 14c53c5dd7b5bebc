import { escapeHtml } from '#kernel/text/escape-html.ts'
import { hornTileSvg } from '#rules/face/horn.ts'

/** The parts of an installation that its documentation links to. */
export interface Site {
  /** True if the service serves the web app, and with it the font. */
  readonly hasWeb: boolean
}

export interface Section {
  readonly id: string
  readonly html: string
}

interface Page {
  readonly title: string
  /** The entry of the header that is current. */
  readonly place: 'guides' | 'errors' | 'api' | null
  /** The list of guides next to the text, or null for none. */
  readonly nav: string | null
  /** The sections of a long text. */
  readonly sections?: readonly Section[]
  readonly body: string
}

const places = [
  ['guides', '/docs/guides', 'Guides'],
  ['api', '/docs/', 'API reference'],
  ['errors', '/docs/errors', 'Errors'],
] as const

const horn = hornTileSvg(true).replace('<svg ', '<svg aria-hidden="true" ').replace('<title>Posthorn</title>', '')

/** Renders the header of all documentation, with the way to the web app if there is one. */
export function renderHeader({ hasWeb }: Site, place: Page['place']): string {
  const open = hasWeb ? '<a class="open" href="/">Open Posthorn</a>' : ''
  return `<header class="bar"><div><a class="name" href="${hasWeb ? '/docs/guides' : '/'}">${horn}Posthorn <span>Docs</span></a><nav aria-label="Documentation">${renderPlaces(place)}</nav>${open}<button class="menu" type="button" popovertarget="menu">Menu</button></div></header>`
}

const renderPlaces = (place: Page['place']): string =>
  places.map(([id, url, name]) => `<a href="${url}"${id === place ? ' aria-current="true"' : ''}>${name}</a>`).join('')

/**
 * The layout of the pages under `/docs`. It works without scripts, in light and dark mode, on any screen size. On a
 * phone, the list of guides is a panel that a button opens.
 */
export function pageOf(site: Site, { title, place, nav, sections = [], body }: Page): string {
  const menu = `<nav class="places" aria-label="Pages">${renderPlaces(place)}</nav>${nav === null ? '' : `<nav aria-label="Guides">${nav}</nav>`}`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · Posthorn</title>
<link rel="icon" href="/docs/guides/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/guides/style.css">
</head>
<body>
${renderHeader(site, place)}
<div class="columns${nav === null ? ' alone' : ''}">
<aside id="menu" popover>${menu}</aside>
<main>${sections.length > 1 ? withSections(body, sections) : body}</main>
${sections.length > 1 ? `<nav class="sections" aria-label="On this page"><p>On this page</p>${listSections(sections)}</nav>` : ''}
</div>
</body>
</html>
`
}

/** Adds the list of sections below the title, for windows without space next to the text. */
const withSections = (body: string, sections: readonly Section[]): string =>
  body.replace('</h1>', () => `</h1><details><summary>On this page</summary>${listSections(sections)}</details>`)

const listSections = (sections: readonly Section[]): string =>
  `<ul>${sections.map(({ id, html }) => `<li><a href="#${id}">${html}</a></li>`).join('')}</ul>`

/** Allows the page its own style sheet, font and images, and nothing else. */
export const guidePolicy =
  "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
