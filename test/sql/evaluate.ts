import type { Expression, Node, SourceFile, Statement } from 'typescript/unstable/ast'
import { SyntaxKind } from 'typescript/unstable/ast'
import {
  isArrayLiteralExpression,
  isArrowFunction,
  isAsExpression,
  isAwaitExpression,
  isBinaryExpression,
  isBindingElement,
  isBlock,
  isCallExpression,
  isConditionalExpression,
  isElementAccessExpression,
  isForOfStatement,
  isFunctionDeclaration,
  isFunctionExpression,
  isIdentifier,
  isIfStatement,
  isMethodDeclaration,
  isNoSubstitutionTemplateLiteral,
  isNumericLiteral,
  isObjectLiteralExpression,
  isParameterDeclaration,
  isParenthesizedExpression,
  isPrefixUnaryExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isReturnStatement,
  isSatisfiesExpression,
  isShorthandPropertyAssignment,
  isSpreadAssignment,
  isSpreadElement,
  isStringLiteral,
  isTaggedTemplateExpression,
  isTemplateExpression,
  isThrowStatement,
  isVariableDeclaration,
} from 'typescript/unstable/ast/is'
import { callBuiltIn, callSql, textOf } from './built-ins.ts'
import { stubs } from './known-parts.ts'
import type { Source } from './program.ts'
import {
  type Choose,
  constant,
  type Evaluator,
  ofSql,
  placeholder,
  type Scope,
  Unresolved,
  type Value,
} from './values.ts'

const unknown: Value = { kind: 'unknown' }

/** Returns the location of a node, such as `src/app/main.ts:12`. */
export function placeOf(node: Node): string {
  const file = node.getSourceFile() as SourceFile
  const { line } = file.getLineAndCharacterOfPosition(node.getStart())
  return `${file.fileName.replace(/^.*?\/(?=src\/|test\/sql\/)/, '')}:${line + 1}`
}

interface Listener {
  /** Called for each template that is part of a statement. */
  onTemplate(node: Node): void
  /** Called with the name of a statement that is prepared. */
  onName(name: string): void
}

/** True for the tags of statements: `sql`, and `prepared('profile-by-id')`. */
export const isTag = (tag: Node): boolean =>
  tag.getText() === 'sql' || (isCallExpression(tag) && tag.expression.getText() === 'prepared')

export function createEvaluator(source: Source, choose: Choose, { onTemplate, onName }: Listener): Evaluator {
  const self: Evaluator = { evaluate, apply, write }

  function write(value: Value, node?: Node): string {
    if (value.kind === 'sql') return value.text
    if (value.kind === 'unknown' && node && source.isPart(node))
      throw new Unresolved(`${node.getText().slice(0, 60).replaceAll(/\s+/g, ' ')} is not known`, value.from)
    return placeholder
  }

  function evaluate(node: Node, scope: Scope): Value {
    if (isTaggedTemplateExpression(node)) return ofTagged(node, scope)
    if (isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node)) return constant(node.text)
    if (isNumericLiteral(node)) return constant(Number(node.text.replaceAll('_', '')))
    if (node.kind === SyntaxKind.TrueKeyword || node.kind === SyntaxKind.FalseKeyword)
      return constant(node.kind === SyntaxKind.TrueKeyword)
    if (node.kind === SyntaxKind.NullKeyword) return constant(null)
    if (
      isParenthesizedExpression(node) ||
      isAsExpression(node) ||
      isSatisfiesExpression(node) ||
      isAwaitExpression(node)
    )
      return evaluate(node.expression, scope)
    if (isIdentifier(node)) return node.text === 'undefined' ? constant(undefined) : ofName(node, scope)
    if (isTemplateExpression(node)) {
      const parts = node.templateSpans.map((span) => evaluate(span.expression, scope))
      if (!parts.every((part) => part.kind === 'constant')) return { kind: 'unknown', from: sourceOf(parts) }
      return constant(
        node.head.text + parts.map((part, at) => `${part.value}${node.templateSpans[at]?.literal.text}`).join(''),
      )
    }
    if (isConditionalExpression(node))
      return evaluate(isTruthy(node.condition, scope) ? node.whenTrue : node.whenFalse, scope)
    if (isBinaryExpression(node)) return ofBinary(node.left, node.operatorToken.kind, node.right, scope)
    if (isArrayLiteralExpression(node)) return ofList(node.elements, scope)
    if (isObjectLiteralExpression(node)) return ofObject(node, scope)
    if (isArrowFunction(node) || isFunctionExpression(node) || isMethodDeclaration(node) || isFunctionDeclaration(node))
      return { kind: 'function', node, scope }
    if (isPropertyAccessExpression(node)) return ofProperty(node, scope)
    if (isElementAccessExpression(node)) return ofElement(node, scope)
    if (isCallExpression(node)) return ofCall(node, scope)
    return unknown
  }

  function ofTagged(node: Node & { readonly tag: Expression }, scope: Scope): Value {
    if (!isTaggedTemplateExpression(node) || !isTag(node.tag)) return unknown
    onTemplate(node)
    const name = isCallExpression(node.tag) ? evaluate(node.tag.arguments[0] ?? node, scope) : null
    if (name) onName(textOf(name, node.tag))
    const { template } = node
    if (!isTemplateExpression(template)) return ofSql(template.text)
    return ofSql(
      template.head.text +
        template.templateSpans
          .map(({ expression, literal }) => write(evaluate(expression, scope), expression) + literal.text)
          .join(''),
    )
  }

  function ofName(node: Node, scope: Scope): Value {
    const declaration = source.declarationOf(node)
    return declaration ? ofDeclaration(declaration, scope) : unknown
  }

  function ofDeclaration(declaration: Node, scope: Scope): Value {
    if (isVariableDeclaration(declaration)) {
      if (!/^const\b/.test(declaration.parent.getText())) return unknown
      if (declaration.initializer) return evaluate(declaration.initializer, scope)
      const loop = declaration.parent.parent
      return isForOfStatement(loop) ? anyOf(evaluate(loop.expression, scope), loop, scope) : unknown
    }
    if (isParameterDeclaration(declaration)) return bound(declaration, scope)
    if (isBindingElement(declaration)) return ofBinding(declaration, scope)
    if (isFunctionDeclaration(declaration)) return { kind: 'function', node: declaration, scope }
    return unknown
  }

  /** Takes each item of a list in turn, as a loop does. */
  function anyOf(list: Value, at: Node, scope: Scope): Value {
    if (list.kind === 'some') return list.item
    if (list.kind !== 'list' || list.items.length === 0) return asUnknown(list)
    return list.items[choose(`${scope.path} ${placeOf(at)}`, list.items.length)] ?? unknown
  }

  function bound(declaration: Node, scope: Scope): Value {
    for (let at: Scope | null = scope; at; at = at.outer) {
      const value = at.bound.get(declaration)
      if (value) return value
    }
    return { kind: 'unknown', from: declaration }
  }

  /** Reads what a name in a pattern such as `{ rows }` takes from the destructured value. */
  function ofBinding(element: Node, scope: Scope): Value {
    const pattern = element.parent
    const owner = pattern.parent
    const whole = ofDeclaration(owner, scope)
    if (!isBindingElement(element) || element.dotDotDotToken) return asUnknown(whole)
    const names: Node[] = []
    pattern.forEachChild((child) => {
      names.push(child)
      return undefined
    })
    const isList = pattern.kind === SyntaxKind.ArrayBindingPattern
    const name = (element.propertyName ?? element.name)?.getText() ?? ''
    const value = isList ? itemOf(whole, names.indexOf(element)) : memberOf(whole, name)
    const isMissing = value.kind === 'constant' && value.value === undefined
    return isMissing && element.initializer ? evaluate(element.initializer, scope) : value
  }

  const itemOf = (whole: Value, at: number): Value =>
    whole.kind === 'list' ? (whole.items[at] ?? constant(undefined)) : asUnknown(whole)

  const memberOf = (whole: Value, name: string): Value =>
    whole.kind === 'record' ? whole.read(name) : asUnknown(whole)

  function isTruthy(condition: Node, scope: Scope): boolean {
    if (isParenthesizedExpression(condition)) return isTruthy(condition.expression, scope)
    if (isPrefixUnaryExpression(condition) && condition.operator === SyntaxKind.ExclamationToken)
      return !isTruthy(condition.operand, scope)
    const value = evaluate(condition, scope)
    if (value.kind === 'constant') return Boolean(value.value)
    if (value.kind !== 'unknown' && value.kind !== 'some') return true
    return choose(keyOf(condition, scope), 2) === 0
  }

  /** Names a condition. A value that is passed on to another function has the same name there. */
  function keyOf(condition: Node, scope: Scope): string {
    const own = `${scope.path} ${condition.getText()}`
    if (!isBinaryExpression(condition) || condition.operatorToken.kind !== SyntaxKind.InKeyword) return own
    const value = evaluate(condition.right, scope)
    return value.kind === 'unknown' && value.from
      ? `${condition.left.getText()} in ${placeOf(value.from)} ${value.from.getText()}`
      : own
  }

  function ofBinary(left: Node, operator: SyntaxKind, right: Node, scope: Scope): Value {
    if (operator === SyntaxKind.AmpersandAmpersandToken)
      return isTruthy(left, scope) ? evaluate(right, scope) : constant(false)
    const first = evaluate(left, scope)
    if (operator === SyntaxKind.QuestionQuestionToken) {
      if (first.kind === 'constant')
        return first.value === null || first.value === undefined ? evaluate(right, scope) : first
      if (first.kind !== 'unknown' || !source.isPart(left)) return first
      if (!first.from || isCallExpression(left)) return evaluate(right, scope)
      return choose(`${scope.path} ${left.getText()}`, 2) === 0 ? first : evaluate(right, scope)
    }
    const second = evaluate(right, scope)
    const isSame = operator === SyntaxKind.EqualsEqualsEqualsToken
    if (isSame || operator === SyntaxKind.ExclamationEqualsEqualsToken) {
      if (first.kind === 'constant' && second.kind === 'constant')
        return constant((first.value === second.value) === isSame)
      const isKnown = first.kind !== 'unknown' && second.kind !== 'unknown'
      return isKnown && first.kind !== second.kind ? constant(!isSame) : unknown
    }
    if (first.kind !== 'constant' || second.kind !== 'constant') return unknown
    const [a, b] = [first.value, second.value]
    if (operator === SyntaxKind.PlusToken && typeof a === 'string') return constant(`${a}${b}`)
    if (typeof a !== 'number' || typeof b !== 'number') return unknown
    if (operator === SyntaxKind.PlusToken) return constant(a + b)
    return operator === SyntaxKind.AsteriskToken ? constant(a * b) : unknown
  }

  function ofList(elements: readonly Node[], scope: Scope): Value {
    const items: Value[] = []
    for (const element of elements) {
      const value = evaluate(isSpreadElement(element) ? element.expression : element, scope)
      if (!isSpreadElement(element)) items.push(value)
      else if (value.kind === 'list') items.push(...value.items)
      else return value.kind === 'some' ? value : asUnknown(value)
    }
    return { kind: 'list', items }
  }

  function ofObject(node: Node, scope: Scope): Value {
    if (!isObjectLiteralExpression(node)) return unknown
    const members = new Map<string, () => Value>()
    const rest: Value[] = []
    for (const member of node.properties) {
      if (isSpreadAssignment(member)) {
        const spread = evaluate(member.expression, scope)
        if (spread.kind === 'record') for (const name of spread.names) members.set(name, () => spread.read(name))
        else rest.push(asUnknown(spread))
        continue
      }
      const name = member.name?.getText().replaceAll(/^'|'$/g, '') ?? ''
      if (isPropertyAssignment(member)) members.set(name, () => evaluate(member.initializer, scope))
      else if (isShorthandPropertyAssignment(member)) {
        const symbol = source.checker.getShorthandAssignmentValueSymbol(member)
        const declaration = symbol?.valueDeclaration?.resolve()
        members.set(name, () => (declaration ? ofDeclaration(declaration, scope) : unknown))
      } else members.set(name, () => evaluate(member, scope))
    }
    return {
      kind: 'record',
      names: [...members.keys()],
      read: (name) => members.get(name)?.() ?? rest[0] ?? constant(undefined),
    }
  }

  function ofProperty(node: Node, scope: Scope): Value {
    if (!isPropertyAccessExpression(node)) return unknown
    const whole = evaluate(node.expression, scope)
    if (whole.kind === 'list' && node.name.text === 'length') return constant(whole.items.length)
    if (whole.kind === 'constant' && whole.value === undefined && node.questionDotToken) return whole
    return memberOf(whole, node.name.text)
  }

  /** Reads one of several fragments by a name that is known only at run time: each is a possible outcome. */
  function ofElement(node: Node, scope: Scope): Value {
    if (!isElementAccessExpression(node)) return unknown
    const whole = evaluate(node.expression, scope)
    const key = evaluate(node.argumentExpression, scope)
    if (key.kind === 'constant')
      return whole.kind === 'list' ? itemOf(whole, Number(key.value)) : memberOf(whole, String(key.value))
    if (whole.kind !== 'record' || whole.names.length === 0) return asUnknown(whole)
    const at = choose(`${scope.path} ${node.getText()}`, whole.names.length)
    return whole.read(whole.names[at] ?? '')
  }

  function ofCall(node: Node, scope: Scope): Value {
    if (!isCallExpression(node)) return unknown
    const { expression: callee } = node
    const given = (): Value[] => {
      const list = ofList(node.arguments, scope)
      return list.kind === 'list' ? [...list.items] : []
    }
    if (isPropertyAccessExpression(callee)) {
      const name = callee.name.text
      if (callee.expression.getText() === 'sql') return callSql(self, name, given(), node)
      const stub = stubs[source.memberOf(callee.name) ?? '']
      if (stub) return stub(given())
      const receiver = evaluate(callee.expression, scope)
      if (receiver.kind === 'record') return apply(receiver.read(name), given(), node)
      return callBuiltIn(self, receiver, callee.expression.getText(), name, given(), node) ?? asUnknown(receiver)
    }
    const stub = isIdentifier(callee) ? stubs[callee.text] : undefined
    if (stub) return stub(given())
    return apply(evaluate(callee, scope), given(), node, scope)
  }

  function apply(called: Value, given: readonly Value[], at: Node, from?: Scope): Value {
    if (called.kind !== 'function') return asUnknown(called)
    const { node, scope: outer } = called
    if (
      !isArrowFunction(node) &&
      !isFunctionExpression(node) &&
      !isFunctionDeclaration(node) &&
      !isMethodDeclaration(node)
    )
      return unknown
    const path = `${from?.path ?? outer.path}/${placeOf(at)}:${at.pos}`
    if (path.split('/src/').length > 12) return unknown
    const bindings = new Map<Node, Value>()
    const scope: Scope = { bound: bindings, outer, path }
    node.parameters.forEach((parameter, index) => {
      const value = parameter.dotDotDotToken
        ? ({ kind: 'list', items: given.slice(index) } as const)
        : (given[index] ?? constant(undefined))
      const isMissing = value.kind === 'constant' && value.value === undefined
      bindings.set(parameter, isMissing && parameter.initializer ? evaluate(parameter.initializer, scope) : value)
    })
    if (!node.body) return unknown
    return isBlock(node.body) ? (run(node.body.statements, scope) ?? unknown) : evaluate(node.body, scope)
  }

  /** Runs a function's statements up to the first that returns. Only conditions and results matter to a statement. */
  function run(statements: readonly Statement[], scope: Scope): Value | undefined {
    for (const statement of statements) {
      if (isReturnStatement(statement)) return statement.expression ? evaluate(statement.expression, scope) : unknown
      if (isThrowStatement(statement)) return unknown
      if (isBlock(statement)) {
        const value = run(statement.statements, scope)
        if (value) return value
      }
      if (!isIfStatement(statement) || !returns(statement)) continue
      const branch = isTruthy(statement.expression, scope) ? statement.thenStatement : statement.elseStatement
      const value = branch && run([branch], scope)
      if (value) return value
    }
    return undefined
  }

  return self
}

const returns = (statement: Node): boolean => /\breturn\b/.test(statement.getText())

const sourceOf = (values: readonly Value[]): Node | undefined =>
  values.map((value) => (value.kind === 'unknown' ? value.from : undefined)).find((from) => from !== undefined)

const asUnknown = (value: Value): Value => (value.kind === 'unknown' ? value : unknown)
