import type { Node, SourceFile } from 'typescript/unstable/ast'
import {
  isArrowFunction,
  isCallExpression,
  isFunctionDeclaration,
  isFunctionExpression,
  isMethodDeclaration,
  isPropertyAccessExpression,
  isTaggedTemplateExpression,
} from 'typescript/unstable/ast/is'
import type { Type } from 'typescript/unstable/sync'
import { createEvaluator, isTag, placeOf } from './evaluate.ts'
import { executes, nodesOf, type Source } from './program.ts'
import { everyOutcome, placeholder, type Scope, Unresolved, type Value } from './values.ts'

/** A place where a raw statement is executed. */
interface Statement {
  readonly place: string
  readonly row: Type
  /** The statement's texts, one for each outcome of its conditions. */
  readonly texts: readonly StatementText[]
  /** The templates that make up the texts. */
  readonly templates: ReadonlySet<Node>
  /** The reason why the statement could not be assembled. Null if it could. */
  readonly why: string | null
}

interface StatementText {
  readonly text: string
  /** The name under which it is prepared. */
  readonly name: string | null
}

export const isTemplate = (node: Node): boolean => isTaggedTemplateExpression(node) && isTag(node.tag)

/** Finds the raw statements that a file executes. */
export function readStatements(source: Source, file: SourceFile): Statement[] {
  if (!/\.(?:execute|compile)\(/.test(file.text)) return []
  return nodesOf(file).flatMap((node) => {
    if (!isCallExpression(node) || !isPropertyAccessExpression(node.expression)) return []
    const { name, expression } = node.expression
    if (!executes.has(name.text)) return []
    const row = source.rowOf(expression)
    return row ? [readStatement(source, expression, row)] : []
  })
}

function readStatement(source: Source, expression: Node, row: Type): Statement {
  const templates = new Set<Node>()
  const put = (scope: Scope): StatementText[] =>
    everyOutcome((choose) => {
      let name: string | null = null
      const evaluator = createEvaluator(source, choose, {
        onTemplate: (node) => templates.add(node),
        onName: (given) => {
          name = given
        },
      })
      return { text: numbered(evaluator.write(evaluator.evaluate(expression, scope), expression)), name }
    })
  const place = placeOf(expression)
  try {
    const texts = inEachCall(source, put, [])
    return { place, row, texts, templates, why: null }
  } catch (error) {
    if (!(error instanceof Unresolved)) throw error
    return { place, row, texts: [], templates: new Set(), why: error.message }
  }
}

const deepest = 4

/**
 * Assembles the statements. If one depends on a parameter of the surrounding function, it is assembled for each call of
 * that function.
 */
function inEachCall(source: Source, put: (scope: Scope) => StatementText[], calls: readonly Called[]): StatementText[] {
  try {
    return put(scopeOf(source, calls))
  } catch (error) {
    if (!(error instanceof Unresolved) || !error.from || calls.length === deepest) throw error
    const called = error.from.parent
    const callers = source.callsOf(nameable(called))
    if (callers.length === 0 || calls.some(({ called: known }) => known === called)) throw error
    return callers.flatMap((call) => inEachCall(source, put, [...calls, { called, call }]))
  }
}

interface Called {
  readonly called: Node
  readonly call: Node
}

const nameable = (called: Node): Node => (isFunctionDeclaration(called) ? called : called.parent)

/** Binds the parameters of functions to the arguments of calls. The outermost call is last. */
function scopeOf(source: Source, calls: readonly Called[]): Scope {
  const bound = new Map<Node, Value>()
  const scope: Scope = { bound, outer: null, path: '' }
  for (const { called, call } of calls.toReversed()) {
    if (
      !isArrowFunction(called) &&
      !isFunctionDeclaration(called) &&
      !isFunctionExpression(called) &&
      !isMethodDeclaration(called)
    )
      continue
    if (!isCallExpression(call)) continue
    const evaluator = createEvaluator(source, () => 0, { onTemplate() {}, onName() {} })
    called.parameters.forEach((parameter, at) => {
      const given = call.arguments[at]
      if (given) bound.set(parameter, evaluator.evaluate(given, { ...scope, bound: new Map(bound) }))
      else if (!parameter.initializer) bound.set(parameter, { kind: 'constant', value: undefined })
      else bound.set(parameter, evaluator.evaluate(parameter.initializer, scope))
    })
  }
  return scope
}

function numbered(text: string): string {
  let last = 0
  return text.replaceAll(placeholder, () => `$${++last}`)
}
