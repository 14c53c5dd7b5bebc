import type { Exception, Rule } from '../rule.ts'
import { exportsIn, lineAt } from '../scan.ts'

const maxLines = 400

/** Files that may be longer, with the reason. */
const longFiles: readonly Exception[] = [
  { path: 'src/infra/db/tables.ts', reason: 'generated from the migrated database' },
  { path: 'sdk/src/generated/api.ts', reason: 'generated from the OpenAPI document' },
  { path: 'sdk/src/generated/operations.ts', reason: 'generated from the OpenAPI document' },
]

/** Words that say nothing about the purpose of a thing. */
const emptyWords = /^(?:services?|managers?|helpers?|utils?|utility|utilities|common|base|misc|shared)$/

const fileNames: Rule = {
  id: 'file-names',
  holds: 'Files and folders are named in kebab-case, after their main export.',
  instead: 'Rename it: publish-now.ts, not publishNow.ts or Publish_Now.ts.',
  *check(tree) {
    const part = '[a-z0-9]+(?:-[a-z0-9]+)*'
    const kebab = new RegExp(`^(?:${part}/)*${part}(?:\\.(?:(?:long\\.)?test|d))?\\.(?:ts|mjs|sql)$`)
    for (const { path } of [...tree.files, ...tree.sql]) {
      if (!path.startsWith('web/') && !kebab.test(path)) yield { file: path, line: 1, found: `"${path}"` }
    }
  },
}

const emptyNames: Rule = {
  id: 'empty-names',
  holds: 'No file, folder or export is called Service, Manager, Helper, Util, Common, Base, Misc or Shared.',
  instead: 'Name it after what it does: a verb for a function, the thing itself for a value.',
  *check(tree) {
    for (const file of tree.files) {
      const word = file.path.split(/[/.-]/).find((piece) => emptyWords.test(piece.toLowerCase()))
      if (word !== undefined) yield { file: file.path, line: 1, found: `"${word}" in the path` }
      for (const { name, at } of exportsIn(file.scanned.code)) {
        if (wordsOf(name).some((piece) => emptyWords.test(piece))) {
          yield { file: file.path, line: lineAt(file.source, at), found: `the export "${name}"` }
        }
      }
    }
  },
}

const fileLength: Rule = {
  id: 'file-length',
  holds: `No source file is longer than ${maxLines} lines.`,
  instead: 'Split it by verb or by noun; or list it in test/architecture/rules/names.ts with the reason.',
  *check(tree) {
    for (const file of [...tree.files, ...tree.sql]) {
      const lines = file.source.replace(/\n$/, '').split('\n').length
      if (lines > maxLines && !longFiles.some((exception) => exception.path === file.path)) {
        yield { file: file.path, line: maxLines + 1, found: `${lines} lines` }
      }
    }
  },
}

/** `profileManager` and `HTTPManager_v2` in lower-case words. */
const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[\s_$]+/)
    .map((word) => word.toLowerCase())

export const nameRules = [fileNames, emptyNames, fileLength]
