import { dirname } from 'node:path/posix'
import type { Rule } from '../rule.ts'

const mostFiles = 15

/** Folders that still have more files. The number may only fall, and its row goes with the last file too many. */
const largeFolders: Readonly<Record<string, number>> = {}

const folderSize: Rule = {
  id: 'folder-size',
  holds: `No folder has more than ${mostFiles} files of its own, tests included.`,
  instead: 'Give the files that belong together a folder, named for what they do.',
  *check(tree) {
    const folders = Map.groupBy(tree.files, ({ path }) => dirname(path))
    for (const [folder, files] of folders) {
      const most = largeFolders[folder] ?? mostFiles
      const [first] = files
      if (first && files.length > most) {
        yield { file: first.path, line: 1, found: `${folder} has ${files.length} files, and ${most} may be there` }
      }
    }
  },
}

export const folderRules = [folderSize]
