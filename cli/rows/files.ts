import { defineRow } from './row.ts'

export const uploadRow = defineRow({
  usage: ['FILE... [options]'],
  about: 'Uploads files into the library.',
  flags: { '--alt TEXT...': 'Describes the file at the same place for people who cannot see it.' },
  examples: ['posthorn media upload dawn.jpg --alt "The lighthouse at dawn"', 'posthorn media upload *.jpg --json'],
})

export const mediaRow = defineRow({
  usage: ['[options]'],
  about: 'Lists the files of the library, the newest first.',
  flags: { '--limit N': 'How many at most; by default 20.' },
  examples: ['posthorn media'],
})

export const importRow = defineRow({
  usage: ['FILE [options]'],
  about: 'Makes posts of a table (CSV): all of them, or none.',
  details: [
    'FILE may be - for standard input. A table that `posthorn export` wrote is read back; `docs/samples` has one.',
    'A second run within 24 hours creates nothing. Later, it creates the posts again, except where the warning `same_post` stops it.',
  ],
  flags: {
    '--dry-run': 'Say what would become of each row, and store nothing.',
    '--again': 'Make the posts also where the same table was imported into the same profile within 24 hours.',
    '--idempotency-key KEY':
      'A repetition with the same key within 24 hours makes no second posts. By default the key is the table.',
  },
  examples: ['posthorn import plan.csv --dry-run', 'posthorn import plan.csv'],
})

export const exportRow = defineRow({
  usage: ['[options]'],
  about: 'Writes the posts as a table (CSV).',
  flags: {
    '--output FILE': 'Write it there; by default to standard output.',
    '--status WORDS': 'Only posts in these states, with commas between.',
    '--from TIME': 'Only posts scheduled from then on.',
    '--to TIME': 'Only posts scheduled before.',
    '--tag NAME': 'Only posts with this label.',
  },
  examples: ['posthorn export --output posts.csv', 'posthorn export --status draft,scheduled > plan.csv'],
})

export const applyRow = defineRow({
  usage: ['FOLDER [options]', '--schema'],
  about: 'Makes the posts of an installation agree with files.',
  details: [
    'It reads the .md files of the folder, shows a plan, and carries it out: new files become posts, changed files change theirs. What was changed elsewhere is shown and kept, and posts that it did not make are never touched.',
  ],
  flags: {
    '--dry-run': 'Only show the plan. The exit status is 9 if there is something to do.',
    '--plan-format FORMAT': 'text, or markdown for a comment on a pull request.',
    '--force': 'Also overwrite changes that were made elsewhere, and restore deleted posts.',
    '--prune': 'Also move the waiting posts to the trash whose files are gone.',
    '--yes': 'Carry the plan out without asking.',
    '--schema': 'Print the JSON Schema of the head of a file.',
  },
  examples: [
    'posthorn apply posts --dry-run',
    'posthorn apply posts --dry-run --plan-format markdown > plan.md',
    'posthorn apply posts --yes',
  ],
})
