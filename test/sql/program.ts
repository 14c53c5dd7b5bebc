import { join } from 'node:path'
import type { Node, SourceFile } from 'typescript/unstable/ast'
import {
  isCallExpression,
  isFunctionDeclaration,
  isIdentifier,
  isPropertyAccessExpression,
  isTaggedTemplateExpression,
  isTemplateExpression,
  isVariableDeclaration,
} from 'typescript/unstable/ast/is'
import { API, type Checker, type Symbol as DeclaredSymbol, SymbolFlags, type Type } from 'typescript/unstable/sync'

const root = join(import.meta.dirname, '../..')

/** The source as the compiler reads it: syntax trees, and the declaration and type of each name. */
export interface Source extends Disposable {
  readonly checker: Checker
  readonly files: readonly SourceFile[]
  /** Returns where a name is declared. */
  declarationOf(name: Node): Node | undefined
  /** Returns the interface and member of a property, such as `Claim.held`. */
  memberOf(property: Node): string | undefined
  /** True if the type of the expression is a part of a statement, not a value. */
  isPart(expression: Node): boolean
  /** Returns the row type of a statement, or undefined if the expression is not a raw statement. */
  rowOf(expression: Node): Type | undefined
  /** Lists the calls of a function that is declared with a name. */
  callsOf(declaration: Node): readonly Node[]
}

export function openSource(): Source {
  const api = new API({ cwd: root })
  const [project] = api.updateSnapshot({ openProjects: [join(import.meta.dirname, 'src.json')] }).getProjects()
  if (!project) throw new Error('the compiler has not opened src.json')
  const { checker, program } = project
  const files = project.rootFiles.flatMap((path) => program.getSourceFile(path) ?? [])
  const declarations = new Map<Node, Node | undefined>()
  const types = new Map<Node, Type | undefined>()
  const parts = new Map<number, boolean>()

  /** Returns the type of an expression. Those of a file that matter to statements are read together. */
  const typeOf = (expression: Node): Type | undefined => {
    if (!types.has(expression)) {
      const nodes = new Set([expression, ...nodesOf(expression.getSourceFile() as SourceFile).flatMap(typedWith)])
      const read = checker.getTypeAtLocation([...nodes])
      for (const [at, node] of [...nodes].entries()) types.set(node, read[at])
    }
    return types.get(expression)
  }
  const hasNode = (type: Type): boolean => {
    const known = parts.get(type.id) ?? checker.getPropertyOfType(type, 'toOperationNode') !== undefined
    parts.set(type.id, known)
    return known
  }

  const symbolOf = (name: Node): DeclaredSymbol | undefined => {
    const symbol = checker.getSymbolAtLocation(name)
    return symbol && symbol.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
  }
  const declarationOf = (name: Node) => {
    if (!declarations.has(name)) declarations.set(name, symbolOf(name)?.valueDeclaration?.resolve())
    return declarations.get(name)
  }
  return {
    checker,
    files,
    declarationOf,
    memberOf(property) {
      const symbol = checker.getSymbolAtLocation(property)
      const parent = symbol?.getParent()
      return symbol && parent && `${parent.name}.${symbol.name}`
    },
    isPart(expression) {
      const type = typeOf(expression)
      const each = type?.isUnionType() ? type.getTypes() : type && [type]
      return each?.some(hasNode) ?? false
    },
    rowOf(expression) {
      const type = typeOf(expression)
      if (!type?.isTypeReference() || type.getSymbol()?.name !== 'RawBuilder') return undefined
      return checker.getTypeArguments(type)[0]
    },
    callsOf(declaration) {
      const name = nameOf(declaration)
      if (!name) return []
      return files
        .filter((file) => file.text.includes(name))
        .flatMap((file) => nodesOf(file))
        .filter((node) => {
          if (!isCallExpression(node)) return false
          const callee = isPropertyAccessExpression(node.expression) ? node.expression.name : node.expression
          return isIdentifier(callee) && callee.text === name && declarationOf(callee) === declaration
        })
    },
    [Symbol.dispose]: () => api.close(),
  }
}

/** The expressions next to this node whose types matter: the values of a template, and what is executed. */
function typedWith(node: Node): Node[] {
  if (isTaggedTemplateExpression(node))
    return isTemplateExpression(node.template) ? node.template.templateSpans.map(({ expression }) => expression) : []
  return isPropertyAccessExpression(node) && executes.has(node.name.text) ? [node.expression] : []
}

/** The methods that send a raw statement. */
export const executes: ReadonlySet<string> = new Set(['execute', 'compile'])

function nameOf(declaration: Node): string | undefined {
  if (isFunctionDeclaration(declaration)) return declaration.name?.text
  return isVariableDeclaration(declaration) && isIdentifier(declaration.name) ? declaration.name.text : undefined
}

const nodesByFile = new WeakMap<SourceFile, Node[]>()

/** Lists all nodes of a file, outer nodes first. */
export function nodesOf(file: SourceFile): readonly Node[] {
  const known = nodesByFile.get(file)
  if (known) return known
  const nodes: Node[] = []
  const visit = (node: Node): void => {
    nodes.push(node)
    node.forEachChild((child) => {
      visit(child)
      return undefined
    })
  }
  visit(file)
  nodesByFile.set(file, nodes)
  return nodes
}
