/** The answer of a call, or a failure if it doesn't come within some milliseconds. */
export function within<T>(ms: number, call: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`No answer within ${ms} ms`)), ms);
    void call.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
