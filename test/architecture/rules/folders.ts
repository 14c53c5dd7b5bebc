import { dirname } from 'node:path/posix'
import type { Rule } from '../rule.ts'

const maxFiles = 25

const folderSize: Rule = {
  id: 'folder-size',
  holds: `No folder directly contains more than ${maxFiles} files, including tests.`,
  instead: 'Merge files that implement one idea, or move related files to a folder named after their purpose.',
  *check(tree) {
    const folders = Map.groupBy(tree.files, ({ path }) => dirname(path))
    for (const [folder, files] of folders) {
      const [first] = files
      if (first && files.length > maxFiles)
        yield { file: first.path, line: 1, found: `${folder} has ${files.length} files` }
    }
  },
}

export const folderRules = [folderSize]
