import { readFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { Marked } from 'marked'
import { programFolder } from '#infra/files/program-folder.ts'
import { escapeHtml } from '#kernel/text/escape-html.ts'
import { findTarget } from './guide-links.ts'
import { type Guide, guideGroups } from './guides.ts'
import { pageOf, type Section, type Site } from './page.ts'
import { paintCode } from './paint-code.ts'

export const readGuide = (guide: Guide): Promise<string> => readFile(join(programFolder, guide.file), 'utf8')

/** Renders a guide as a page, with the list of all guides next to it. */
export async function renderGuide(site: Site, guide: Guide, place: 'guides' | 'errors' = 'guides'): Promise<string> {
  const slugs = new Map<string, number>()
  const sections: Section[] = []
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth, text }) {
        const id = slugOf(text, slugs)
        const html = this.parser.parseInline(tokens)
        if (depth === 2) sections.push({ id, html: html.replace(/<a\b[^<>]*>|<\/a>/g, '') })
        return `<h${depth} id="${id}">${html}</h${depth}>\n`
      },
      link({ href, tokens }) {
        const html = this.parser.parseInline(tokens)
        const target = findTarget(href, guide)
        return target === null ? html : `<a href="${escapeHtml(target)}">${html}</a>`
      },
      code: ({ text, lang }) => `<pre tabindex="0"><code>${paintCode(text, lang ?? '')}\n</code></pre>\n`,
      image: ({ href, text }) =>
        `<img src="/docs/guides/images/${escapeHtml(posix.basename(href))}" alt="${escapeHtml(text)}">`,
    },
  })
  const body = await marked.parse(await readGuide(guide))
  return pageOf(site, {
    title: guide.title,
    place,
    nav: renderNav(guide),
    sections,
    // Wide tables scroll separately, so a page never scrolls sideways on a phone.
    body: body.replaceAll('<table>', '<div class="wide"><table>').replaceAll('</table>', '</table></div>'),
  })
}

/** Renders the list of error codes. Each code has an anchor: that of the code of a response, where a field has it, too. */
export async function renderErrors(site: Site): Promise<string> {
  const guide = { slug: 'errors', file: 'docs/errors.md', title: 'Errors', about: '' }
  const page = await renderGuide(site, guide, 'errors')
  const taken = new Set<string>()
  return page.replaceAll(/<tr>\n<td><code>([a-z0-9_]{1,60})<\/code>/g, (row, code: string) => {
    if (taken.has(code)) return row
    taken.add(code)
    return row.replace('<tr>', `<tr id="${code}">`)
  })
}

/** Renders the page that lists all guides. */
export function renderGuideList(site: Site): string {
  const groups = guideGroups.map(({ title, guides }) => {
    const items = guides.map(
      ({ slug, title, about }) =>
        `<li><a href="/docs/guides/${slug}">${title}</a><span>${escapeHtml(about)}</span></li>`,
    )
    return `<h2>${title}</h2><ul class="cards">${items.join('')}</ul>`
  })
  const intro = '<h1>Guides</h1><p>The same pages are in the program’s <code>docs/</code> folder.</p>'
  return pageOf(site, { title: 'Guides', place: 'guides', nav: renderNav(null), body: `${intro}${groups.join('')}` })
}

/** Renders `llms.txt`: where a language model finds the text of the guides. */
export function renderLlmsTxt(): string {
  const groups = guideGroups.map(({ title, guides }) => {
    const lines = guides.map(({ slug, title, about }) => `- [${title}](/docs/guides/${slug}.md): ${about}`)
    return `## ${title}\n\n${lines.join('\n')}\n`
  })
  return `# Posthorn

> Write a post once and publish it to several social networks, exactly when and where you want.

The API is described by [openapi.json](/openapi.json). Each guide below is Markdown.

${groups.join('\n')}`
}

function renderNav(current: Guide | null): string {
  const groups = guideGroups.map(({ title, guides }) => {
    const items = guides.map(
      (guide) =>
        `<li><a href="/docs/guides/${guide.slug}"${guide === current ? ' aria-current="page"' : ''}>${guide.title}</a></li>`,
    )
    return `<p>${title}</p><ul>${items.join('')}</ul>`
  })
  return groups.join('')
}

/** Returns the anchor of a heading the way GitHub does, so the same links work in both places. */
function slugOf(heading: string, taken: Map<string, number>): string {
  const slug = heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')
  const before = taken.get(slug) ?? 0
  taken.set(slug, before + 1)
  return before === 0 ? slug : `${slug}-${before}`
}
