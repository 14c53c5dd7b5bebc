import type { Rule } from '../rule.ts'
import { lineAt } from '../scan.ts'

const folder = 'src/infra/config/'

const readSettings: Rule = {
  id: 'read-settings',
  holds: 'Every setting is read by the code that it configures.',
  instead: 'Read the setting where it has an effect, or remove it: operators set what they find in the documentation.',
  *check(tree) {
    const declared = tree.files.find(({ path }) => path === `${folder}config.ts`)
    if (!declared) return
    const { code } = declared.scanned
    const begin = code.indexOf('export interface Config {')
    const body = code.slice(begin, code.indexOf('\n}', begin))
    const readers = tree.files.filter(
      ({ path, isTest, source }) =>
        path.startsWith('src/') && !isTest && !path.startsWith(folder) && /config/i.test(source),
    )
    for (const { 1: name = '', index } of body.matchAll(/^ {2}readonly (\w+)/gm)) {
      const isRead = new RegExp(`\\b${name}\\b`)
      if (readers.some(({ source }) => isRead.test(source))) continue
      yield { file: declared.path, line: lineAt(code, begin + index), found: `nothing reads "${name}"` }
    }
  },
}

export const settingRules = [readSettings]
