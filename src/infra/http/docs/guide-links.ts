import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { programFolder } from '#infra/files/program-folder.ts'
import { type Guide, guides } from './guides.ts'

/** Pages that the installation serves in a different form than the repository's file. */
const servedElsewhere: Readonly<Record<string, string>> = {
  'docs/errors.md': '/docs/errors',
  'docs/openapi.json': '/openapi.json',
  'README.md': '/docs/guides',
}

/** Returns the target of a guide's link in an installation, or null for a file that only the repository has. */
export function findTarget(href: string, from: Pick<Guide, 'file'>): string | null {
  if (/^(?:[a-z]+:|#|\/)/i.test(href)) return href
  const [path = '', anchor] = href.split('#')
  const file = posix.join(posix.dirname(from.file), path)
  const guide = guides.find((one) => one.file === file || one.file === posix.join(file, 'README.md'))
  const page = guide ? `/docs/guides/${guide.slug}` : servedElsewhere[file]
  return page === undefined ? null : `${page}${anchor ? `#${anchor}` : ''}`
}

const introduction = 'docs/api.md'

/**
 * Returns the introduction of the reference: the guide to the API without its title. Its links lead to the pages of the
 * installation, as those of a served guide do.
 */
export function readIntroduction(): string {
  const text = readFileSync(join(programFolder, introduction), 'utf8').replace(/^# .*\n+/, '')
  return text.replaceAll(/\]\(([^()\s]{1,200})\)/g, (link, href: string) => {
    const target = findTarget(href, { file: introduction })
    return target === null ? link : `](${target})`
  })
}
