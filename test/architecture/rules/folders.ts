import { dirname } from 'node:path/posix'
import type { Rule } from '../rule.ts'

const maxFiles = 25

const folderSize: Rule = {
  id: 'folder-size',
  holds: `No folder has more than ${maxFiles} files of its own, tests included.`,
  instead: 'Merge files that hold one idea, or give those that belong together a folder named for what they do.',
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
