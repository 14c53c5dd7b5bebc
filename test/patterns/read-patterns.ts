import { ts } from '../../gen/compiler/index.ts'
import type { Pattern } from './super-linear.ts'

/** A pattern in a file. Null if it is known only at run time. */
export interface Written {
  readonly line: number
  readonly code: string
  readonly pattern: Pattern | null
}

/** Returns every pattern of a file: literals, and those that are built from constants of the file. */
export function readPatterns(path: string, code: string): Written[] {
  const file = ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true)
  const constants = constantsOf(file)
  const found: Written[] = []
  const add = (node: ts.Node, pattern: Pattern | null) => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart())
    found.push({ line: line + 1, code: node.getText(), pattern })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) add(node, literalOf(node))
    else if (makesPattern(node)) {
      const [source, flags] = node.arguments ?? []
      // A copy of another pattern is read where that one is defined.
      if (source && !isPattern(source, constants)) add(node, patternOf(source, flags, constants))
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

type Constants = ReadonlyMap<string, ts.Expression>

function constantsOf(file: ts.SourceFile): Constants {
  const constants = new Map<string, ts.Expression>()
  for (const statement of file.statements) {
    if (!ts.isVariableStatement(statement)) continue
    for (const { name, initializer } of statement.declarationList.declarations)
      if (ts.isIdentifier(name) && initializer) constants.set(name.text, initializer)
  }
  return constants
}

const makesPattern = (node: ts.Node): node is ts.NewExpression | ts.CallExpression =>
  (ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp'

function isPattern(node: ts.Expression, constants: Constants): boolean {
  const value = ts.isIdentifier(node) ? constants.get(node.text) : node
  return value !== undefined && (ts.isRegularExpressionLiteral(value) || makesPattern(value))
}

function literalOf({ text }: ts.RegularExpressionLiteral): Pattern {
  const end = text.lastIndexOf('/')
  return { source: text.slice(1, end), flags: text.slice(end + 1) }
}

function patternOf(source: ts.Expression, flags: ts.Expression | undefined, constants: Constants): Pattern | null {
  const [written, given] = [textOf(source, constants), flags ? textOf(flags, constants) : '']
  return written === null || given === null ? null : { source: written, flags: given }
}

/** Returns the constant text of an expression. Null if it is not constant. */
function textOf(node: ts.Expression, constants: Constants): string | null {
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isNumericLiteral(node)) return String(Number(node.text.replaceAll('_', '')))
  if (ts.isIdentifier(node)) {
    const value = constants.get(node.text)
    return value ? textOf(value, constants) : null
  }
  if (ts.isTemplateExpression(node)) return ofTemplate(node, constants, false)
  if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'String.raw') {
    const { template } = node
    return ts.isTemplateExpression(template) ? ofTemplate(template, constants, true) : (template.rawText ?? null)
  }
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken)
    return joined([node.left, node.right], '', constants)
  return ofJoin(node, constants)
}

function ofTemplate(
  { head, templateSpans }: ts.TemplateExpression,
  constants: Constants,
  isRaw: boolean,
): string | null {
  let text = (isRaw ? head.rawText : head.text) ?? ''
  for (const { expression, literal } of templateSpans) {
    const value = textOf(expression, constants)
    if (value === null) return null
    text += value + ((isRaw ? literal.rawText : literal.text) ?? '')
  }
  return text
}

/** Evaluates `[a, b].join('|')`. */
function ofJoin(node: ts.Expression, constants: Constants): string | null {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return null
  const { expression: list, name } = node.expression
  const [between] = node.arguments
  if (name.text !== 'join' || !ts.isArrayLiteralExpression(list) || !between) return null
  const separator = textOf(between, constants)
  return separator === null ? null : joined([...list.elements], separator, constants)
}

function joined(nodes: readonly ts.Expression[], separator: string, constants: Constants): string | null {
  const texts = nodes.map((node) => textOf(node, constants))
  return texts.every((text) => text !== null) ? texts.join(separator) : null
}
