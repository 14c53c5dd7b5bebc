/**
 * TypeScript 5.9 and the package that needs it. They are a separate workspace, so that the TypeScript of the checkout,
 * which editors load, is the one that `npm run check` uses.
 */
export { astToString, default as openapiTS } from 'openapi-typescript'
export { default as ts } from 'typescript'
