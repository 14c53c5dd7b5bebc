import { isTree } from '../../../core/kit/tree.ts'
import type { Block } from '../state/records.ts'
import { fail } from './answers.ts'

/** Limits of Block Kit, by the position of the text. */
const limits = { section: 3_000, header: 150, button: 75, value: 2_000, id: 255, elements: 25, context: 10 } as const
const maxInMessage = 50
const maxInView = 100

const known = ['section', 'header', 'divider', 'actions', 'context', 'image', 'input', 'markdown']

/** Checks blocks as Slack does. Returns them, or rejects with the position of the first invalid one. */
export function checkBlocks(value: unknown, place: 'message' | 'view'): readonly Block[] {
  if (value === undefined) return []
  if (!Array.isArray(value)) return fail('invalid_blocks_format')
  if (value.length > (place === 'message' ? maxInMessage : maxInView)) return wrong('too many blocks')
  const ids = new Set<unknown>()
  for (const [at, block] of value.entries()) {
    if (!isTree(block) || !known.includes(String(block.type))) wrong(`unsupported type [json-pointer:/blocks/${at}]`)
    const why = wrongWith(block as Block, place, ids)
    if (why !== null) wrong(`${why} [json-pointer:/blocks/${at}]`)
  }
  return value as readonly Block[]
}

function wrongWith(block: Block, place: 'message' | 'view', ids: Set<unknown>): string | null {
  const { block_id: id } = block
  if (id !== undefined && (ids.has(id) || !isText(id, limits.id))) return 'block_id must be unique and short'
  if (id !== undefined) ids.add(id)
  switch (block.type) {
    case 'section': {
      const isFilled = isLabel(block.text, limits.section) || Array.isArray(block.fields)
      if (!isFilled) return 'must be 1 to 3000 characters in text'
      return block.accessory === undefined ? null : wrongElement(block.accessory)
    }
    case 'header':
      return isLabel(block.text, limits.header, 'plain_text') ? null : 'must be 1 to 150 characters of plain text'
    case 'context':
      return isList(block.elements, limits.context) ? null : 'must have 1 to 10 elements'
    case 'actions':
      if (!isList(block.elements, limits.elements)) return 'must have 1 to 25 elements'
      return firstOf(block.elements.map(wrongElement)) ?? twice(block.elements)
    case 'image':
      return isText(block.image_url, 3_000) && isText(block.alt_text, 2_000) ? null : 'missing image_url or alt_text'
    case 'input':
      if (place === 'message') return 'inputs belong into views'
      return isLabel(block.label, 2_000, 'plain_text') ? wrongElement(block.element) : 'missing label'
    case 'markdown':
      return isText(block.text, 12_000) ? null : 'must be 1 to 12000 characters'
    default:
      return null
  }
}

function wrongElement(element: unknown): string | null {
  if (!isTree(element)) return 'missing element'
  if (element.type === 'image') return null
  if (!isText(element.action_id, limits.id)) return 'missing action_id'
  if (element.type === 'button') {
    if (!isLabel(element.text, limits.button, 'plain_text')) return 'a button needs 1 to 75 characters of plain text'
    if (element.value !== undefined && !isText(element.value, limits.value)) return 'a value may have 2000 characters'
    const styles = [undefined, 'primary', 'danger']
    return styles.includes(element.style as string) ? null : 'unknown style'
  }
  const options = element.options ?? (element.option_groups as Block[] | undefined)?.flatMap((group) => group.options)
  if (/_select$|^checkboxes$/.test(String(element.type)) && !isList(options, 100)) return 'must have 1 to 100 options'
  return null
}

function twice(elements: readonly unknown[]): string | null {
  const names = elements.map((one) => (one as Block).action_id)
  return new Set(names).size === names.length ? null : 'action_id must be unique inside a block'
}

/** The buttons and fields of a block, wherever its type has them. */
export const elementsOf = ({ elements, accessory, element }: Block): readonly Block[] =>
  [elements, accessory, element].flat().filter(isTree)

const isText = (value: unknown, most: number): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= most

export const isLabel = (value: unknown, most: number, type?: 'plain_text'): boolean =>
  isTree(value) && isText(value.text, most) && (type === undefined || value.type === type)

const isList = (value: unknown, most: number): value is readonly unknown[] =>
  Array.isArray(value) && value.length > 0 && value.length <= most

const firstOf = (all: readonly (string | null)[]): string | null => all.find((one) => one !== null) ?? null

function wrong(why: string): never {
  return fail('invalid_blocks', { errors: [why], response_metadata: { messages: [`[ERROR] ${why}`] } })
}
