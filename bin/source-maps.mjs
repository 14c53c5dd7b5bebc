import { readFileSync } from 'node:fs'
import module from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/**
 * Shows the files and lines of our sources in stack traces. The map of a file is read when a trace first names the file.
 * Node's own support reads every map as it loads the files, which takes a twentieth of the processor time at startup.
 */
export function mapStackTraces() {
  const maps = new Map()
  const mapOf = (file) => {
    if (!maps.has(file)) maps.set(file, readMap(file))
    return maps.get(file)
  }
  Error.prepareStackTrace = (error, frames) => {
    const lines = frames.map((frame) => `\n    at ${placeOf(frame, mapOf)}`)
    return `${headOf(error)}${lines.join('')}`
  }
}

/** Returns the source map next to one of our files, or null. */
function readMap(file) {
  try {
    return new module.SourceMap(JSON.parse(readFileSync(`${fileURLToPath(file)}.map`, 'utf8')))
  } catch {
    return null
  }
}

/** Returns a frame in V8's format, with the location in the source if a map contains it. */
function placeOf(frame, mapOf) {
  const text = String(frame)
  const file = frame.getFileName()
  if (!file?.startsWith('file:')) return text
  const [line, column] = [frame.getLineNumber(), frame.getColumnNumber()]
  const entry = mapOf(file)?.findEntry(line - 1, column - 1)
  if (entry?.originalSource === undefined) return text
  const source = pathToFileURL(join(dirname(fileURLToPath(file)), entry.originalSource))
  return text.replace(`${file}:${line}:${column}`, `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`)
}

/** Returns the first line of a trace. An error's own text must not break the trace of another error. */
function headOf(error) {
  try {
    return Error.prototype.toString.call(error)
  } catch {
    return 'Error'
  }
}
