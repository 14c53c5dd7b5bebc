import { isTree, parseJson, type Tree } from '../../../core/kit/tree.ts'
import type { Params } from '../../meta/params.ts'
import { badParam } from '../../meta/refusals.ts'
import type { Rules } from '../rules.ts'
import type { Draft } from '../state/records.ts'

/** Reads the attachments of a text post, each a parameter with JSON. Some exclude one another. */
export function attachmentsOf(
  rules: Readonly<Rules>,
  params: Params,
  isText: boolean,
): Pick<Draft, 'poll' | 'gif' | 'attachedText'> {
  for (const name of ['poll_attachment', 'text_attachment', 'gif_attachment'])
    if (params[name] !== undefined && !isText) badParam(`Param ${name} is only for posts of the type TEXT`)
  const given = (name: string) => params[name] !== undefined
  if (given('poll_attachment') && given('link_attachment'))
    badParam('Param poll_attachment cannot be used together with link_attachment')
  if (given('text_attachment') && (given('poll_attachment') || given('link_attachment')))
    badParam('Param text_attachment cannot be used together with poll_attachment or link_attachment')
  checkSpoilers(params)
  return { poll: pollIn(params), gif: gifIn(params), attachedText: longTextIn(rules, params) }
}

function treeIn(params: Params, name: string): Tree | null {
  const text = params[name]
  if (text === undefined) return null
  const value = parseJson(text)
  return isTree(value) ? value : badParam(`Param ${name} must be a JSON object.`)
}

const options = ['option_a', 'option_b', 'option_c', 'option_d']

function pollIn(params: Params): Draft['poll'] {
  const poll = treeIn(params, 'poll_attachment')
  if (poll === null) return null
  const names = Object.keys(poll)
  const texts = names.map((name) => poll[name])
  const isGood = (text: unknown) => typeof text === 'string' && text !== '' && [...text].length <= 25
  const isComplete = names.includes('option_a') && names.includes('option_b')
  const hasGap = names.includes('option_d') && !names.includes('option_c')
  if (!isComplete || hasGap || !names.every((name) => options.includes(name)) || !texts.every(isGood))
    badParam('Param poll_attachment must have option_a and option_b, and up to option_d, of 1 to 25 characters each.')
  return Object.fromEntries(names.map((name) => [name, String(poll[name])]))
}

function gifIn(params: Params): string | null {
  const gif = treeIn(params, 'gif_attachment')
  if (gif === null) return null
  if (typeof gif.gif_id !== 'string' || gif.gif_id === '' || gif.provider !== 'GIPHY')
    badParam('Param gif_attachment must have a gif_id, and GIPHY as its provider.')
  return String(gif.gif_id)
}

function longTextIn({ maxAttachedText }: Readonly<Rules>, params: Params): string | null {
  const attached = treeIn(params, 'text_attachment')
  if (attached === null) return null
  const { plaintext: text } = attached
  if (typeof text !== 'string' || text === '' || [...text].length > maxAttachedText)
    return badParam(`Param text_attachment must have a plaintext of at most ${maxAttachedText} characters.`)
  return text
}

function checkSpoilers({ text_entities: given }: Params): void {
  if (given === undefined) return
  const list = parseJson(given)
  const isSpoiler = ({ entity_type: type, offset, length }: Tree) =>
    type === 'SPOILER' && Number.isInteger(offset) && Number.isInteger(length)
  if (!Array.isArray(list) || list.length > 10 || !list.every(isSpoiler))
    badParam('Param text_entities must be a JSON array of at most 10 spoilers.')
}
