const loanPath = /^\/app\/loans\/(\d+)(\/|$)/;

/** The loan whose pages an address belongs to. */
export function loanIdOf(pathname: string): number | null {
  const match = loanPath.exec(pathname);
  return match ? Number(match[1]) : null;
}

/** Whether going from one address to another leaves a loan. */
export function leavesLoan(from: string, to: string): boolean {
  const id = loanIdOf(from);
  return id !== null && loanIdOf(to) !== id;
}
