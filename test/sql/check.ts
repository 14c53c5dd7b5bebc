import type pg from 'pg'
import type { Node, SourceFile } from 'typescript/unstable/ast'
import type { Db } from '#infra/db/client.ts'
import { compareRow } from './compare.ts'
import { describeAll, readForms } from './describe.ts'
import { nodesOf, type Source } from './program.ts'
import { isTemplate, readStatements } from './statements.ts'

interface Checked {
  /** Statements that PostgreSQL refuses, and row types that differ from the columns. */
  readonly faults: readonly string[]
  /** Statements that are assembled from values known only at run time, by file. */
  readonly unread: ReadonlyMap<string, readonly string[]>
  readonly statements: number
  readonly templates: number
  /** The templates that belong to a checked statement. */
  readonly covered: number
}

interface Database {
  readonly connection: pg.ClientConfig
  readonly db: Db
  parserOf(oid: number): (text: string) => unknown
}

/** Has PostgreSQL parse the raw statements of files, and compares the columns with the declared row types. */
export async function checkStatements(
  source: Source,
  files: readonly SourceFile[],
  { connection, db, parserOf }: Database,
): Promise<Checked> {
  const statements = files.flatMap((file) => readStatements(source, file))
  const described = await describeAll(
    connection,
    statements.flatMap(({ texts }) => texts.map(({ text }) => text)),
  )
  const forms = await readForms(db, parserOf)
  const faults = new Set<string>()
  const unread = new Map<string, string[]>()
  const covered = new Set<Node>()
  const textOfName = new Map<string, string>()
  for (const { place, row, texts, templates, why } of statements) {
    const [path = ''] = place.split(':')
    if (why !== null) unread.set(path, [...(unread.get(path) ?? []), `${place} ${why}`])
    for (const template of templates) covered.add(template)
    for (const { text, name } of texts) {
      if (name !== null && (textOfName.get(name) ?? text) !== text)
        faults.add(`${place} ${name} is the name of another statement too`)
      if (name !== null) textOfName.set(name, text)
      const one = described.get(text)
      if (!one) continue
      const found = 'error' in one ? [`${one.error} in ${text}`] : compareRow(source, row, one.columns, forms, text)
      for (const fault of found) faults.add(`${place} ${fault}`)
    }
  }
  const templates = files
    .filter(({ text }) => /sql|prepared/.test(text))
    .flatMap((file) => nodesOf(file).filter(isTemplate))
  return {
    faults: [...faults],
    unread,
    statements: statements.length,
    templates: templates.length,
    covered: templates.filter((template) => covered.has(template)).length,
  }
}
