/**
 * Returns a function that imports a module and can retry a failed import. Browsers cache a failed import by its URL,
 * including the fragment, so the next call requests the same file with another fragment.
 */
export function makeImport<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let module: Promise<Module> | undefined
  let address: string | undefined
  let failures = 0
  return () => {
    module ??= (address === undefined ? load() : importFrom<Module>(`${address}#${failures}`)).catch((error) => {
      module = undefined
      address ??= findAddress(error)
      failures += 1
      throw error
    })
    return module
  }
}

const importFrom = <Module>(address: string): Promise<Module> => import(/* @vite-ignore */ address)

/** Extracts a module's URL from the browser's error message, the only place that has it. Safari does not include it. */
const findAddress = (error: unknown): string | undefined =>
  error instanceof TypeError ? /https?:\/\/[^\s#]+/.exec(error.message)?.[0] : undefined
