import type { Block } from '../state/records.ts'
import { elementsOf } from '../wire/blocks.ts'

type FormValues = Record<string, Record<string, object>>

/** Turns the fields of the desk's form into the values of a view, each in the shape of its element. */
export function valuesOf(blocks: readonly Block[], fields: readonly (readonly [string, string])[]): FormValues {
  const values: FormValues = {}
  for (const [at, block] of blocks.entries()) {
    const blockId = String(block.block_id ?? `b${at}`)
    for (const element of elementsOf(block)) {
      if (element.type === 'button') continue
      const name = `${blockId}/${element.action_id}`
      const given = fields.filter(([key]) => key === name).map(([, value]) => value)
      values[blockId] = { ...values[blockId], [String(element.action_id)]: fieldValue(element, given) }
    }
  }
  return values
}

function fieldValue(element: Block, given: readonly string[]): object {
  const { type } = element
  const first = given[0] === undefined || given[0] === '' ? null : given[0]
  const options = (Array.isArray(element.options) ? element.options : []) as readonly Block[]
  switch (type) {
    case 'datepicker':
      return { type, selected_date: first }
    case 'timepicker':
      return { type, selected_time: first }
    case 'static_select':
      return { type, selected_option: options.find(({ value }) => value === first) ?? null }
    case 'multi_static_select':
    case 'checkboxes':
      return { type, selected_options: options.filter(({ value }) => given.includes(String(value))) }
    default:
      return { type, value: first }
  }
}
