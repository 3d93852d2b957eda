import { programPath } from './paths.ts';
import { runProgram } from './processes.ts';
import type { StockClientOrder } from './programs/stock-client.ts';

/** Runs tus-js-client in a separate process; returns the seconds it took, including its start. */
export async function runStockClient(order: StockClientOrder): Promise<number> {
  const { seconds } = await runProgram(process.execPath, [programPath('stock-client')], {
    input: JSON.stringify(order),
  });
  return seconds;
}
