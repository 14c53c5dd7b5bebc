/**
 * Scans TypeScript as far as the rules need: code, comments, strings and imports. It is a scanner, not a parser, so a
 * word inside a string or a comment must not mislead it.
 */
export interface Scanned {
  /** The source, of the same length, with comments and the insides of strings, templates and patterns blanked. */
  readonly code: string
  /** The source, of the same length, with everything but comments blanked. */
  readonly comments: string
  readonly strings: readonly Literal[]
  readonly imports: readonly Import[]
}

interface Literal {
  readonly at: number
  /** The text as written between the quotes; in a template, the text between two holes. */
  readonly text: string
}

export interface Import {
  readonly at: number
  /** Null if the argument of a dynamic import is not a literal. */
  readonly specifier: string | null
  readonly typeOnly: boolean
  /** True for `export … from`. */
  readonly isPassedOn: boolean
  /** The imported names; empty for a whole module. */
  readonly names: readonly string[]
  readonly dynamic: boolean
}

export function scan(source: string, withPatterns = true): Scanned {
  const { code, comments, strings } = separate(source, withPatterns)
  return { code, comments, strings, imports: findImports(code, strings) }
}

/** Blanks the comments in SQL. Strings are kept, because function bodies are strings. */
export function scanSql(source: string): string {
  return source.replace(/--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'/g, (piece) =>
    piece.startsWith("'") ? piece : blank(piece),
  )
}

export const lineAt = (source: string, at: number): number => source.slice(0, at).split('\n').length

const blank = (text: string): string => text.replace(/[^\n]/g, ' ')

/** The tokens after which a slash begins a pattern. After a value it divides. */
const beforePattern =
  /(?:^|[(,=:[!&|?{};+\-*%~^<>]|\b(?:return|typeof|case|in|of|delete|void|throw|else|do|yield|await))$/

function separate(source: string, withPatterns: boolean): { code: string; comments: string; strings: Literal[] } {
  const strings: Literal[] = []
  let code = ''
  let comments = ''
  let at = 0
  /** The number of open braces inside each open template hole. */
  const holes: number[] = []

  const keep = (length: number) => {
    const piece = source.slice(at, at + length)
    code += piece
    comments += blank(piece)
    at += length
  }
  const hide = (length: number, isComment: boolean) => {
    const piece = source.slice(at, at + length)
    code += blank(piece)
    comments += isComment ? piece : blank(piece)
    at += length
  }
  const text = (length: number) => {
    strings.push({ at, text: source.slice(at, at + length) })
    hide(length, false)
  }
  const templatePart = () => {
    const length = /^(?:\\[\s\S]|\$(?!\{)|[^\\`$])*/.exec(source.slice(at))?.[0].length ?? 0
    text(length)
    if (source.startsWith('${', at)) {
      keep(2)
      holes.push(0)
    } else if (at < source.length) keep(1)
  }

  if (source.startsWith('#!')) hide(source.indexOf('\n'), true)
  while (at < source.length) {
    const char = source[at] ?? ''
    if (source.startsWith('//', at)) {
      hide(/^[^\n]*/.exec(source.slice(at))?.[0].length ?? 0, true)
    } else if (source.startsWith('/*', at)) {
      const end = source.indexOf('*/', at + 2)
      hide((end < 0 ? source.length : end + 2) - at, true)
    } else if (char === "'" || char === '"') {
      keep(1)
      text(upTo(source, at, char).length)
      if (source[at] === char) keep(1)
    } else if (char === '`') {
      keep(1)
      templatePart()
    } else if (char === '/' && withPatterns && beforePattern.test(code.slice(-200).trimEnd())) {
      const length = /^\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*/.exec(source.slice(at, at + 2_000))?.[0]
        .length
      if (length === undefined) keep(1)
      else {
        keep(1)
        hide(length - 2, false)
        keep(1)
      }
    } else if (char === '{' && holes.length > 0) {
      holes.push((holes.pop() ?? 0) + 1)
      keep(1)
    } else if (char === '}' && holes.length > 0) {
      const open = holes.pop() ?? 0
      keep(1)
      if (open > 0) holes.push(open - 1)
      else templatePart()
    } else keep(/^[\w$\s]+/.exec(source.slice(at, at + 500))?.[0].length ?? 1)
  }
  return { code, comments, strings }
}

/** Returns a string literal from its opening to its closing quote, or to the end of its line if it is never closed. */
function upTo(source: string, at: number, quote: string): string {
  let end = at
  while (end < source.length && source[end] !== quote && source[end] !== '\n') end += source[end] === '\\' ? 2 : 1
  return source.slice(at, end)
}

const statement =
  /(?<![\w$.])(import|export)\s*(type\s+(?!from\b))?((?:(?!\b(?:import|export)\b)[\w$*{},\s])*?)\bfrom\s*['"]/g
const sideEffect = /(?<![\w$.])import\s*['"]/g
const dynamicImport = /(?<![\w$.])(?:import|require)\s*\(\s*(['"`]?)/g

function findImports(code: string, strings: readonly Literal[]): Import[] {
  const textAt = new Map(strings.map((literal) => [literal.at, literal.text]))
  const found: Import[] = []
  for (const match of code.matchAll(statement)) {
    const names = namesIn(/^\s*\{([^}]*)\}\s*$/.exec(match[3] ?? '')?.[1] ?? '')
    const typeOnly = match[2] !== undefined || (names.length > 0 && names.every((name) => /^type\s+\w/.test(name)))
    const specifier = textAt.get(match.index + match[0].length) ?? null
    found.push({ at: match.index, specifier, typeOnly, isPassedOn: match[1] === 'export', names, dynamic: false })
  }
  for (const match of code.matchAll(sideEffect)) {
    const specifier = textAt.get(match.index + match[0].length) ?? null
    found.push({ at: match.index, specifier, typeOnly: false, isPassedOn: false, names: [], dynamic: false })
  }
  for (const match of code.matchAll(dynamicImport)) {
    const end = match.index + match[0].length
    const literal = match[1] === '' ? undefined : textAt.get(end)
    const whole = literal !== undefined && code[end + literal.length] === match[1]
    const specifier = whole ? literal : null
    found.push({ at: match.index, specifier, typeOnly: false, isPassedOn: false, names: [], dynamic: true })
  }
  return found.sort((a, b) => a.at - b.at)
}

/** Reads the names between the braces of an import or export. A list over several lines ends with a comma. */
const namesIn = (list: string): string[] =>
  list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')

/** Returns the exports of scanned code, by the names that importers use. */
export function exportsIn(code: string): { name: string; at: number }[] {
  const declared =
    /\bexport\s+(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?(?:const|let|var|function\s*\*?|class|interface|type)\s+([A-Za-z_$][\w$]*)/g
  const listed = /\bexport\s+(?:type\s+)?\{([^}]*)\}/g
  const one = [...code.matchAll(declared)].map((match) => ({ name: match[1] ?? '', at: match.index }))
  const many = [...code.matchAll(listed)].flatMap((match) =>
    namesIn(match[1] ?? '').map((item) => ({ name: item.split(/\s+/).at(-1) ?? '', at: match.index })),
  )
  return [...one, ...many]
}
