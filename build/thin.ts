import { kept } from './kept-packages.ts'

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
}

/**
 * Returns the package.json of the package, without parts that only a checkout needs and without the bundled packages.
 */
export function thin<T extends Manifest>(manifest: T): T {
  const isNeeded = (name: string) => name === 'node' || kept.some((pattern) => pattern.test(name))
  const dependencies = Object.entries(manifest.dependencies ?? {}).filter(([name]) => isNeeded(name))
  const without = { scripts: undefined, devDependencies: undefined, workspaces: undefined, imports: undefined }
  return { ...manifest, ...without, dependencies: Object.fromEntries(dependencies) }
}
