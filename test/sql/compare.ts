import { type Type, TypeFlags } from 'typescript/unstable/sync'
import type { Column, Form } from './describe.ts'
import type { Source } from './program.ts'

type Forms = ReadonlyMap<number, { readonly name: string; readonly form: Form }>

/** Returns the differences between a declared row type and the columns of a statement. */
export function compareRow(
  source: Source,
  row: Type,
  columns: readonly Column[],
  forms: Forms,
  text: string,
): string[] {
  const { checker } = source
  if (!isClaim(source, row)) return []
  const faults: string[] = []
  const members = new Map(checker.getPropertiesOfType(row).map((member) => [member.name, member]))
  // The members of a type parameter are known only where it is given.
  const isOpen = checker.getIndexInfosOfType(row).length > 0 || isGeneric(row)
  for (const { name } of columns)
    if (!members.has(name) && !isOpen) faults.push(`the row type lacks the column ${name}`)
  for (const [name, member] of members) {
    const column = columns.find((one) => one.name === name)
    const type = checker.getTypeOfSymbol(member)
    if (!type) continue
    const kinds = kindsOf(source, type)
    if (!column) {
      if (!kinds.has('undefined')) faults.push(`no column for the member ${name}`)
      continue
    }
    const { name: inDatabase, form } = forms.get(column.oid) ?? { name: `type ${column.oid}`, form: 'string' as const }
    const wrong = [...kinds].filter((kind) => kind !== 'null' && kind !== 'undefined' && !canBe(kind, form))
    if (wrong.length > 0)
      faults.push(`${name} is declared as ${checker.typeToString(type)}, but ${inDatabase} is read as ${written(form)}`)
    const mayBeNull = kinds.has('null') || kinds.has('any')
    if (!mayBeNull && column.stored && isNullable(column.stored, text)) faults.push(`${name} may be null`)
  }
  return faults
}

/** True if a column may be null and no condition of the statement, such as `handle is not null`, leaves such rows out. */
function isNullable({ name, isRequired }: NonNullable<Column['stored']>, text: string): boolean {
  return !isRequired && !new RegExp(`\\b${name}\\b\\s*(?:is not null|[<>=])`).test(text)
}

const isGeneric = (row: Type): boolean =>
  row.isIntersectionType() && row.getTypes().some((part) => part.isTypeParameter())

/** False for row types that say nothing about columns. */
function isClaim({ checker }: Source, row: Type): boolean {
  if (row.flags & (TypeFlags.Any | TypeFlags.Unknown | TypeFlags.NonPrimitive | TypeFlags.TypeParameter)) return false
  return checker.getPropertiesOfType(row).length > 0
}

const written = (form: Form): string => (typeof form === 'string' ? form : `${written(form[0])}[]`)

/** Lists the kinds of values that a type allows, such as `Date` and `null`. */
function kindsOf(source: Source, type: Type, depth = 0): ReadonlySet<string> {
  const { checker } = source
  const { flags } = type
  if (flags & (TypeFlags.Any | TypeFlags.Unknown | TypeFlags.TypeParameter) || depth > 4) return new Set(['any'])
  if (type.isUnionType()) return new Set(type.getTypes().flatMap((one) => [...kindsOf(source, one, depth)]))
  if (flags & TypeFlags.StringLike) return new Set(['string'])
  if (flags & TypeFlags.NumberLike) return new Set(['number'])
  if (flags & TypeFlags.BooleanLike) return new Set(['boolean'])
  if (flags & TypeFlags.BigIntLike) return new Set(['bigint'])
  if (flags & TypeFlags.Null) return new Set(['null'])
  if (flags & (TypeFlags.Undefined | TypeFlags.Void)) return new Set(['undefined'])
  if (type.isIntersectionType()) {
    const kinds = type.getTypes().flatMap((one) => [...kindsOf(source, one, depth)])
    const plain = kinds.filter((kind) => kind !== 'object')
    return new Set(plain.length > 0 ? plain.slice(0, 1) : ['object'])
  }
  const name = type.getSymbol()?.name
  if (name === 'Date') return new Set(['Date'])
  if (name === 'Buffer' || name === 'Uint8Array') return new Set(['Buffer'])
  if (type.isTypeReference() && (checker.isArrayType(type) || checker.isTupleType(type)))
    return new Set(
      checker
        .getTypeArguments(type)
        .flatMap((item) => [...kindsOf(source, item, depth + 1)])
        .map((kind) => `${kind}[]`),
    )
  return new Set(['object'])
}

function canBe(kind: string, form: Form): boolean {
  if (kind === 'any' || kind === form) return true
  if (form === 'json') return !/^(?:Date|Buffer|bigint)/.test(kind)
  if (typeof form === 'string') return false
  if (!kind.endsWith('[]')) return false
  const item = kind.slice(0, -2)
  return item === 'null' || canBe(item, form[0])
}
