export { bodyOf } from './body.ts'
export { insertDeliveries } from './store/fan-out.ts'
