export { demandFeature, demandRoom, type Feature, type Limit, limitNames, limitOf } from './gates.ts'
export { type Plan, type Plans, planTable } from './plan-table.ts'
export { PlansFault, readPlans } from './read-plans.ts'
