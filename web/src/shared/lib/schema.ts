import { z } from 'zod';
import { config } from 'zod/v4/core';

// The content security policy allows no code that is made while the program runs, nor the attempt at it.
config({ jitless: true });

export { z };
