import type { Finding, Rule } from '../rule.ts'
import { lineAt } from '../scan.ts'
import type { Tree } from '../tree.ts'

const folder = 'docs/decisions/'
const pageNames = /^(\d{4})-.+\.md$/

interface Page {
  readonly path: string
  readonly name: string
  readonly number: string
  readonly source: string
  readonly replaces: readonly string[]
  readonly replacedBy: string | null
}

const readPages = (tree: Tree): Page[] =>
  tree.texts.flatMap(({ path, source }) => {
    const name = path.slice(folder.length)
    const number = path.startsWith(folder) ? pageNames.exec(name)?.[1] : undefined
    if (number === undefined) return []
    return {
      path,
      name,
      number,
      source,
      replaces: /^Date: .*\bReplaces: ([\d, ]+)\./m.exec(source)?.[1]?.split(', ') ?? [],
      replacedBy: /^Replaced by (\d{4})\./.exec(source)?.[1] ?? null,
    }
  })

const toKebab = (title: string): string =>
  title
    .toLowerCase()
    .replace(/['’`]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

const titles: Rule = {
  id: 'decision-titles',
  holds: 'A decision’s file is named after its number and its title.',
  instead: 'rename the file, so that the list of files reads like the index',
  *check(tree) {
    for (const { path, name, number, source } of readPages(tree)) {
      const title = /^# (.+)$/m.exec(source)
      const expected = title && `${number}-${toKebab(title[1] ?? '')}.md`
      if (name !== expected)
        yield { file: path, line: lineAt(source, title?.index ?? 0), found: `expected ${expected ?? 'a title'}` }
    }
  },
}

const replaced: Rule = {
  id: 'decision-replaced',
  holds: 'A decision that replaces another one is named on the first line of that page, and the other way around.',
  instead: 'write `Replaces: NNNN.` on the new page, and `Replaced by NNNN.` as the first line of the old one',
  *check(tree) {
    const pages = readPages(tree)
    const find = (number: string) => pages.find((page) => page.number === number)
    for (const { path, number, source, replaces, replacedBy } of pages) {
      for (const old of replaces)
        if (find(old)?.replacedBy !== number)
          yield { file: path, line: lineAt(source, source.indexOf('Replaces:')), found: `${old} does not say so` }
      if (replacedBy !== null && !find(replacedBy)?.replaces.includes(number))
        yield { file: path, line: 1, found: `${replacedBy} does not say so` }
    }
  },
}

const index: Rule = {
  id: 'decision-index',
  holds: 'The index of decisions lists every page.',
  instead: 'run `npm run gen`',
  *check(tree) {
    const list = tree.texts.find(({ path }) => path === `${folder}README.md`)
    for (const { path, name } of list ? readPages(tree) : [])
      if (!list?.source.includes(`](${name})`)) yield { file: path, line: 1, found: 'is not in README.md' }
  },
}

/** Finds each reference to a decision: by path, by a link from another page, or only by number. */
function* findReferences({ path, source }: { readonly path: string; readonly source: string }) {
  for (const { 1: number = '', 2: rest, index: at } of source.matchAll(/\bdecisions\/(\d{4})(-[\w-]+\.md)?/g))
    yield { at, number, name: rest && number + rest }
  for (const { 1: number = '', index: at } of source.matchAll(/\bdecisions?\s+(?:(?:\/\/|\*|--)\s+)?\[?(\d{2,4})\b/gi))
    yield { at, number: number.padStart(4, '0'), name: undefined }
  if (path.startsWith(folder))
    for (const { 1: name = '', index: at } of source.matchAll(/\]\((\d{4}-[^)#]+)/g))
      yield { at, number: name.slice(0, 4), name }
}

/** Finds links whose text and target have different numbers. */
function* findOtherNumbers({ path, source }: { readonly path: string; readonly source: string }) {
  const links = /\[(?:decision\s+)?(\d{2,4})\]\(([^)]*?)(\d{4})-[^)]*\.md/g
  for (const { 1: label = '', 2: start = '', 3: number = '', index: at } of source.matchAll(links))
    if ((start.endsWith('decisions/') || path.startsWith(folder)) && label.padStart(4, '0') !== number)
      yield { at, found: `the link says ${label} and leads to ${number}` }
}

const references: Rule = {
  id: 'decision-references',
  holds: 'Every reference to a decision, by number or link, leads to its page.',
  instead: 'name the page that contains the decision now',
  *check(tree): Iterable<Finding> {
    const pages = readPages(tree)
    for (const text of [...tree.files, ...tree.sql, ...tree.texts]) {
      const { path: file, source } = text
      for (const { at, number, name } of findReferences(text)) {
        const page = pages.find((one) => one.number === number)
        if (!page || (name !== undefined && page.name !== name))
          yield { file, line: lineAt(source, at), found: `there is no page ${name ?? number}` }
      }
      for (const { at, found } of findOtherNumbers(text)) yield { file, line: lineAt(source, at), found }
    }
  },
}

export const decisionRules = [titles, replaced, index, references]
