import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'
import { languages } from '../rules/languages/languages.ts'
import { type EmojiFile, type EmojiRow, emojiGroups, nameEmojiFile } from './src/compose/emoji/emoji-file.ts'

interface Named {
  readonly unicode: string
  readonly label: string
  /** Missing for parts of emoji. */
  readonly group?: number
  readonly order?: number
  readonly tags?: readonly string[]
  readonly skins?: readonly Named[]
}

const { resolve } = createRequire(import.meta.url)

/** Writes the emoji and their names in each language into a file, which the composer fetches when someone needs it. */
export const emojiData: Plugin = {
  name: 'emoji-data',
  async generateBundle() {
    for (const language of Object.keys(languages)) {
      const source = JSON.stringify(await readEmoji(language))
      this.emitFile({ type: 'asset', fileName: nameEmojiFile(language), source })
    }
  },
}

/** The numbers of the groups in the data. Number 2 has the skin tones and hair, which no one writes alone. */
const numbers: Readonly<Record<(typeof emojiGroups)[number], number>> = {
  smileys: 0,
  people: 1,
  nature: 3,
  food: 4,
  travel: 5,
  activities: 6,
  objects: 7,
  symbols: 8,
  flags: 9,
}

async function readEmoji(language: string): Promise<EmojiFile> {
  const text = await readFile(resolve(`emojibase-data/${language}/compact.json`), 'utf8')
  const all = (JSON.parse(text) as readonly Named[]).toSorted((one, other) => (one.order ?? 0) - (other.order ?? 0))
  return emojiGroups.map((name) => all.filter(({ group }) => group === numbers[name]).map(toRow))
}

/** Two people can also have two tones. One for both is enough here. */
function toRow({ unicode, label, tags = [], skins = [] }: Named): EmojiRow {
  const tones = skins.filter((skin) => new Set(skin.unicode.match(/\p{Emoji_Modifier}/gu)).size === 1)
  return [unicode, label, tags.join(' '), ...tones.map((skin) => skin.unicode)]
}
