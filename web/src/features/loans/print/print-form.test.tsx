import { afterEach, expect, test, vi } from 'vitest';
import * as files from '@/shared/lib/save-file';
import { printForm1003 } from './print-form';

afterEach(() => vi.restoreAllMocks());

test('URLA-50: the print is saved under the name that the server gives it', async () => {
  const saved = vi.spyOn(files, 'saveFile').mockImplementation(() => {});
  const asked = vi.spyOn(globalThis, 'fetch').mockResolvedValue(
    new Response('%PDF', {
      headers: {
        'Content-Type': 'application/pdf',
        'Content-Disposition': "attachment; filename*=UTF-8''Form%201003%20-%20Ortiz%2C%20Maya.pdf",
      },
    }),
  );
  await printForm1003(7, true);
  const request = asked.mock.calls[0]?.[0] as Request;
  expect(new URL(request.url).pathname).toBe('/api/loans/7/prints/form-1003');
  expect(await request.json()).toEqual({ fullSsn: true });
  expect(saved).toHaveBeenCalledWith(expect.any(Blob), 'Form 1003 - Ortiz, Maya.pdf');
});

test('URLA-50: a refused print saves nothing and says why', async () => {
  const saved = vi.spyOn(files, 'saveFile').mockImplementation(() => {});
  const refusal = { code: 'LWPERM10002', message: 'You can’t do this while you act on behalf of another user.' };
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json(refusal, { status: 403 }));
  await expect(printForm1003(7, true)).rejects.toThrow(refusal.message);
  expect(saved).not.toHaveBeenCalled();
});
