import { z } from 'zod';
import { config } from 'zod/v4/core';

// The content security policy forbids generated code, and even trying it is reported.
config({ jitless: true });

export { z };
