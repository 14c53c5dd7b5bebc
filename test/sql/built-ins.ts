import type { Node } from 'typescript/unstable/ast'
import { constant, type Evaluator, ofSql, placeholder, Unresolved, type Value } from './values.ts'

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const quoted = (name: string): string => (name === '*' ? name : `"${snake(name)}"`)

/** Evaluates `sql.ref(…)` and its siblings. */
export function callSql(evaluator: Evaluator, name: string, given: readonly Value[], at: Node): Value {
  const [first] = given
  switch (name) {
    case 'ref':
    case 'table':
      return ofSql(textOf(first, at).split('.').map(quoted).join('.'))
    case 'id':
      return ofSql(given.map((one) => quoted(textOf(one, at))).join('.'))
    case 'raw':
      return ofSql(textOf(first, at))
    case 'lit':
      if (first?.kind !== 'constant') return ofSql(placeholder)
      return ofSql(typeof first.value === 'string' ? `'${first.value.replaceAll("'", "''")}'` : String(first.value))
    case 'join': {
      const between = given[1] ? evaluator.write(given[1]) : ', '
      if (first?.kind === 'list') return ofSql(first.items.map((item) => evaluator.write(item)).join(between))
      if (first?.kind === 'some') return ofSql(evaluator.write(first.item))
      if (first?.kind === 'unknown' && !/RawBuilder/.test(at.getText())) return ofSql(placeholder)
      throw unresolved(first, at)
    }
    default:
      return ofSql(placeholder)
  }
}

export function textOf(value: Value | undefined, at: Node): string {
  if (value?.kind !== 'constant' || typeof value.value !== 'string') throw unresolved(value, at)
  return value.value
}

const unresolved = (value: Value | undefined, at: Node): Unresolved =>
  new Unresolved(`${at.getText()} is not constant`, value?.kind === 'unknown' ? value.from : undefined)

/** Evaluates methods of lists, strings, and `Object`. Undefined for those that statements are not made with. */
export function callBuiltIn(
  evaluator: Evaluator,
  receiver: Value,
  code: string,
  name: string,
  given: readonly Value[],
  at: Node,
): Value | undefined {
  const [first] = given
  if (code === 'Object') return ofObject(name, first)
  if (receiver.kind === 'constant' && typeof receiver.value === 'string') return ofText(receiver.value, name, given)
  const items = receiver.kind === 'list' ? receiver.items : null
  switch (name) {
    case 'map':
      if (!first) return undefined
      if (items)
        return { kind: 'list', items: items.map((item, no) => evaluator.apply(first, [item, constant(no)], at)) }
      return { kind: 'some', item: evaluator.apply(first, [receiver.kind === 'some' ? receiver.item : receiver], at) }
    case 'flatMap': {
      if (!first || !items) return undefined
      const lists = items.map((item) => evaluator.apply(first, [item], at))
      return lists.every((list) => list.kind === 'list')
        ? { kind: 'list', items: lists.flatMap((list) => list.items) }
        : undefined
    }
    case 'filter': {
      if (!first || !items) return undefined
      const kept = items.map((item) => evaluator.apply(first, [item], at))
      if (!kept.every((one) => one.kind === 'constant')) return undefined
      return { kind: 'list', items: items.filter((_, no) => kept[no]?.kind === 'constant' && kept[no].value) }
    }
    case 'join': {
      if (!items?.every((item) => item.kind === 'constant')) return undefined
      return constant(items.map(({ value }) => value).join(first?.kind === 'constant' ? String(first.value) : ','))
    }
    default:
      return undefined
  }
}

function ofObject(name: string, given: Value | undefined): Value | undefined {
  if (given?.kind !== 'record') return undefined
  const names = given.names.map((one) => constant(one))
  if (name === 'keys') return { kind: 'list', items: names }
  if (name === 'values') return { kind: 'list', items: given.names.map((one) => given.read(one)) }
  if (name !== 'entries') return undefined
  return {
    kind: 'list',
    items: given.names.map((one) => ({ kind: 'list', items: [constant(one), given.read(one)] })),
  }
}

function ofText(text: string, name: string, given: readonly Value[]): Value | undefined {
  const [first] = given
  if (name === 'split' && first?.kind === 'constant')
    return { kind: 'list', items: text.split(String(first.value)).map((part) => constant(part)) }
  if (name === 'toUpperCase') return constant(text.toUpperCase())
  if (name === 'toLowerCase') return constant(text.toLowerCase())
  return name === 'trim' ? constant(text.trim()) : undefined
}
