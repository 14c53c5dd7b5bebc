/**
 * Makes a call that imports a module and that can be made again when the module did not come. A browser remembers a failed
 * import by its address, fragment and all, so the next call asks for the same file with another fragment.
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

/** Finds the address of a module in the words of the browser, the only place that says it. Safari says none. */
const findAddress = (error: unknown): string | undefined =>
  error instanceof TypeError ? /https?:\/\/[^\s#]+/.exec(error.message)?.[0] : undefined
