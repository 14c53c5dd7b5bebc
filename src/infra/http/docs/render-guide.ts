import { readFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { Marked } from 'marked'
import { programFolder } from '#infra/files/program-folder.ts'
import { escapeHtml } from '#kernel/text/escape-html.ts'
import { type Guide, guideGroups, guides } from './guides.ts'
import { pageOf } from './page.ts'

export const readGuide = (guide: Guide): Promise<string> => readFile(join(programFolder, guide.file), 'utf8')

interface Section {
  readonly id: string
  readonly html: string
}

/** Renders a guide as a page, with the list of all guides next to it. */
export async function renderGuide(guide: Guide): Promise<string> {
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
      image: ({ href, text }) =>
        `<img src="/docs/guides/images/${escapeHtml(posix.basename(href))}" alt="${escapeHtml(text)}">`,
    },
  })
  const body = await marked.parse(await readGuide(guide))
  return pageOf({
    title: guide.title,
    nav: renderNav(guide, sections),
    // Wide tables scroll separately, so a page never scrolls sideways on a phone.
    body: body.replaceAll('<table>', '<div class="wide"><table>').replaceAll('</table>', '</table></div>'),
  })
}

/** Renders the page that lists all guides. */
export function renderGuideList(): string {
  const groups = guideGroups.map(({ title, guides }) => {
    const items = guides.map(
      ({ slug, title, about }) =>
        `<li><a href="/docs/guides/${slug}">${title}</a><span>${escapeHtml(about)}</span></li>`,
    )
    return `<h2>${title}</h2><ul class="cards">${items.join('')}</ul>`
  })
  const intro = '<h1>Guides</h1><p>The same pages are in the program’s <code>docs/</code> folder.</p>'
  return pageOf({ title: 'Guides', nav: renderNav(null, []), body: `${intro}${groups.join('')}` })
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

function renderNav(current: Guide | null, sections: readonly Section[]): string {
  const inside = sections.map(({ id, html }) => `<li><a href="#${id}">${html}</a></li>`).join('')
  const groups = guideGroups.map(({ title, guides }) => {
    const items = guides.map((guide) =>
      guide === current
        ? `<li><a href="/docs/guides/${guide.slug}" aria-current="page">${guide.title}</a>${inside ? `<ul>${inside}</ul>` : ''}</li>`
        : `<li><a href="/docs/guides/${guide.slug}">${guide.title}</a></li>`,
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

/** Pages that the installation serves in a different form than the repository's file. */
const servedElsewhere: Readonly<Record<string, string>> = {
  'docs/errors.md': '/docs/errors',
  'docs/openapi.json': '/openapi.json',
  'README.md': '/docs/guides',
}

/** Returns the target of a guide's link in an installation, or null for a file that only the repository has. */
function findTarget(href: string, from: Guide): string | null {
  if (/^(?:[a-z]+:|#|\/)/i.test(href)) return href
  const [path = '', anchor] = href.split('#')
  const file = posix.join(posix.dirname(from.file), path)
  const guide = guides.find((one) => one.file === file || one.file === posix.join(file, 'README.md'))
  const page = guide ? `/docs/guides/${guide.slug}` : servedElsewhere[file]
  return page === undefined ? null : `${page}${anchor ? `#${anchor}` : ''}`
}
