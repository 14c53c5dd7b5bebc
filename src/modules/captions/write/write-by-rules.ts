import type { Network } from '#rules/network-names.ts'
import { networkStyles } from './network-style.ts'
import type { Source } from './source.ts'

/** The text of a caption before links, hashtags and limits. */
export interface CaptionDraft {
  readonly body: string
  readonly tags: readonly string[]
}

const longestShortTitle = 80

/** Writes a caption from the author's own words. It rearranges them and adds none. */
export function writeByRules(network: Network, { title, body, tags, tone }: Source): CaptionDraft {
  const style = networkStyles[network]
  const isTitled = title !== '' && style.title !== 'field' && !body.toLowerCase().startsWith(title.toLowerCase())
  const fits = style.title === 'first line' || title.length <= longestShortTitle
  const arranged = arrange(body, style.paragraphs)
  const separator = style.paragraphs === 'one' ? ' ' : '\n\n'
  const text = isTitled && fits ? `${endSentence(title, style.paragraphs)}${separator}${arranged}` : arranged
  return { body: style.sober || tone === 'professional' ? soberly(text) : text, tags }
}

function arrange(text: string, paragraphs: 'kept' | 'one' | 'sentences'): string {
  switch (paragraphs) {
    case 'kept':
      return text
    case 'one':
      return text
        .split('\n')
        .filter((line) => line !== '')
        .join(' ')
    case 'sentences':
      return text.includes('\n\n') ? text : splitSentences(text).join('\n\n')
    default:
      return paragraphs satisfies never
  }
}

/** Adds the period that a title lacks when it shares a line with the text. */
const endSentence = (title: string, paragraphs: string): string =>
  paragraphs === 'one' && /[\p{L}\p{N}]$/u.test(title) ? `${title}.` : title

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })

/** Splits text into sentences. The Unicode rules also end one after the `?` or `!` inside an address. */
export function splitSentences(text: string): string[] {
  const found: string[] = []
  let isInside = false
  for (const { segment } of sentences.segment(text)) {
    if (isInside) found.push(`${found.pop() ?? ''}${segment}`)
    else found.push(segment)
    isInside = /[\w/][?!]$/.test(segment)
  }
  return found.map((sentence) => sentence.trim()).filter((sentence) => sentence !== '')
}

/** Removes emoji and repeated exclamation marks. */
const soberly = (text: string): string =>
  text
    .replace(/\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200d|\ufe0f/gu, '')
    .replace(/!{2,}/g, '!')
    .replace(/ {2,}/g, ' ')
    .replace(/ ([.,!?])/g, '$1')
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .trim()
